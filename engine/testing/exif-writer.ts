/** Exif blocks of any content. */
export type ExifEntry = readonly [tag: number, type: number, values: readonly number[] | string];

export const exifTypes = { text: 2, short: 3, long: 4, bytes: 7 } as const;

interface ExifContent {
  first?: readonly ExifEntry[];
  exif?: readonly ExifEntry[];
  interoperability?: readonly ExifEntry[];
  /** The JPEG of IFD 1. */
  thumbnail?: Uint8Array;
  /** Bytes between the IFDs and their values, and so in front of these. */
  gap?: number;
  littleEndian?: boolean;
}

const sizes: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 7: 1, 13: 4 };

/** A block with all IFDs in front, and then the values in the order of their entries. */
export function writeExif({
  first = [],
  exif = [],
  interoperability = [],
  thumbnail,
  gap = 0,
  littleEndian = false,
}: ExifContent): Uint8Array {
  const { long } = exifTypes;
  const lengthOf = (entries: number): number => 2 + 12 * entries + 4;
  const exifAt = 8 + lengthOf(first.length + 1);
  const interoperabilityAt = exifAt + lengthOf(exif.length + 1);
  const thumbnailAt = interoperabilityAt + lengthOf(interoperability.length);
  const bytes: number[] = [];
  const room = (at: number): void => {
    while (bytes.length < at) bytes.push(0);
  };
  const put = (at: number, value: number, size: number): void => {
    room(at + size);
    for (let index = 0; index < size; index++)
      bytes[at + (littleEndian ? index : size - 1 - index)] =
        Math.floor(value / 256 ** index) % 256;
  };
  put(0, littleEndian ? 0x4949 : 0x4d4d, 2);
  put(2, 42, 2);
  put(4, 8, 4);
  room(thumbnailAt + (thumbnail ? lengthOf(2) : 0) + gap);
  const writeIfd = (at: number, entries: readonly ExifEntry[], next = 0): void => {
    put(at, entries.length, 2);
    for (const [index, [tag, type, given]] of entries.entries()) {
      const entry = at + 2 + 12 * index;
      const values =
        typeof given === 'string' ? [...new TextEncoder().encode(given), 0] : [...given];
      const size = sizes[type]!;
      put(entry, tag, 2);
      put(entry + 2, type, 2);
      put(entry + 4, values.length, 4);
      const isInside = values.length * size <= 4;
      const start = isInside ? entry + 8 : bytes.length;
      if (!isInside) put(entry + 8, start, 4);
      for (const [place, value] of values.entries()) put(start + place * size, value, size);
    }
    put(at + 2 + 12 * entries.length, next, 4);
  };
  writeIfd(8, [...first, [0x8769, long, [exifAt]]], thumbnail ? thumbnailAt : 0);
  writeIfd(exifAt, [...exif, [0xa005, long, [interoperabilityAt]]]);
  writeIfd(interoperabilityAt, interoperability);
  if (thumbnail) {
    const at = bytes.length;
    writeIfd(thumbnailAt, [
      [0x0201, long, [at]],
      [0x0202, long, [thumbnail.length]],
    ]);
    room(at);
    for (const byte of thumbnail) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
