/**
 * The front of a JPEG that names what is behind its end, but not yet where. It is closed in the page,
 * when all parts are made, so this file imports nothing.
 */
export interface OpenHead {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the length of each item is to stand, as an attribute of XMP with room around it. */
  lengths: { at: number; room: number }[];
  /** Where in the list of pictures its entries stand; `null` when there is one picture only. */
  mpf: {
    primaryAt: number;
    secondAt: number;
    /** What offsets count from. */
    origin: number;
  } | null;
}

/** An attribute of XMP that says how long an item is. */
export function lengthAttribute(length: number | string): string {
  return `Item:Length="${length}"`;
}

/**
 * Fills in what was left open, in place.
 *
 * @param size Bytes of the whole picture, from SOI to EOI.
 * @param lengths Of the items behind it, in their order. A gain map is the first.
 */
export function closeHead(
  { bytes, lengths: places, mpf }: OpenHead,
  size: number,
  lengths: readonly number[],
): void {
  places.forEach(({ at, room }, index) => {
    // Behind an attribute, space means nothing.
    const text = lengthAttribute(lengths[index]!).padEnd(room);
    bytes.set(new TextEncoder().encode(text), at);
  });
  if (!mpf) return;
  const view = new DataView(bytes.buffer);
  // CIPA DC-007, 5.2.3.3: attributes, size, offset.
  view.setUint32(mpf.primaryAt + 4, size);
  view.setUint32(mpf.secondAt + 4, lengths[0]!);
  view.setUint32(mpf.secondAt + 8, size - mpf.origin);
}
