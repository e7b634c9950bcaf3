/**
 * The front of a JPEG that lists the items after it, with their positions still open. The page
 * closes it when all parts are made, so this file imports nothing.
 */
export interface OpenHead {
  bytes: Uint8Array<ArrayBuffer>;
  /** Placeholders for the items' lengths, as XMP attributes with room to spare. */
  lengths: { at: number; room: number }[];
  /** Positions of the entries in the MPF list. `null` when there is only one picture. */
  mpf: {
    primaryAt: number;
    secondAt: number;
    /** Position that offsets count from. */
    origin: number;
  } | null;
}

/** The XMP attribute with an item's length. */
export function lengthAttribute(length: number | string): string {
  return `Item:Length="${length}"`;
}

/**
 * Fills in the placeholders, in place.
 *
 * @param size Bytes of the main picture, from SOI to EOI.
 * @param lengths Bytes of the items after it, in order. A gain map is the first.
 */
export function closeHead(
  { bytes, lengths: places, mpf }: OpenHead,
  size: number,
  lengths: readonly number[],
): void {
  places.forEach(({ at, room }, index) => {
    // Spaces after an attribute have no meaning.
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
