/** TIFF structures of any content, for what reads directories: raw files too. */

type Values = readonly number[] | string | Uint8Array;

/** An entry: its numbers, or directories and bytes that are put elsewhere and named by their offsets. */
export type TiffEntry =
  | readonly [tag: number, type: number, values: Values]
  | readonly [tag: number, type: 'directories', directories: readonly (readonly TiffEntry[])[]]
  | readonly [tag: number, type: 'offset', bytes: Uint8Array]
  | readonly [tag: number, type: 'offsets', parts: readonly Uint8Array[]];

interface TiffContent {
  directories: readonly (readonly TiffEntry[])[];
  littleEndian?: boolean;
  big?: boolean;
  /** Default TIFF's 42, or 43. */
  mark?: number;
  /** Between the header and the first directory. */
  behindHeader?: Uint8Array;
}

const sizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** Each directory, then its values, then the directories inside it. Fractions are pairs of numbers. */
export function writeTiff({
  directories,
  littleEndian = true,
  big = false,
  mark = big ? 43 : 42,
  behindHeader = new Uint8Array(0),
}: TiffContent): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const put = (at: number, value: number, size: number): void => {
    while (bytes.length < at + size) bytes.push(0);
    for (let index = 0; index < size; index++)
      bytes[at + (littleEndian ? index : size - 1 - index)] =
        Math.floor(value / 256 ** index) % 256;
  };
  const putFloat = (at: number, value: number, size: number): void => {
    const view = new DataView(new ArrayBuffer(8));
    if (size === 4) view.setFloat32(0, value, true);
    else view.setFloat64(0, value, true);
    for (let index = 0; index < size; index++)
      put(at + (littleEndian ? index : size - 1 - index), view.getUint8(index), 1);
  };
  const append = (content: Uint8Array): number => {
    // A loop, as a photo is more than a call takes arguments.
    const at = bytes.length + (bytes.length % 2);
    put(at, 0, 0);
    for (const byte of content) bytes.push(byte);
    return at;
  };
  const [word, countSize, entrySize] = big ? [8, 8, 20] : [4, 2, 12];

  const writeValues = (at: number, type: number, values: Values): void => {
    const size = sizes[type]!;
    const isFraction = type === 5 || type === 10;
    const list = typeof values === 'string' ? [...new TextEncoder().encode(values), 0] : values;
    const count = isFraction ? list.length / 2 : list.length;
    put(at + 2, type, 2);
    put(at + 4, count, word);
    const inline = at + 4 + word;
    let start = inline;
    if (count * size > word) {
      start = bytes.length + (bytes.length % 2);
      put(inline, start, word);
    }
    const step = isFraction ? 4 : size;
    for (const [index, value] of list.entries()) {
      if (type === 11 || type === 12) putFloat(start + index * step, value, step);
      else put(start + index * step, value, step);
    }
  };

  const writeDirectory = (entries: readonly TiffEntry[]): { at: number; link: number } => {
    const at = bytes.length + (bytes.length % 2);
    put(at, entries.length, countSize);
    const link = at + countSize + entries.length * entrySize;
    put(link, 0, word);
    for (const [index, [tag, type, values]] of entries.entries()) {
      const entry = at + countSize + index * entrySize;
      put(entry, tag, 2);
      if (type === 'offset') writeValues(entry, 4, [append(values)]);
      else if (type === 'offsets') writeValues(entry, 4, values.map(append));
      else if (type === 'directories')
        writeValues(
          entry,
          4,
          values.map((each) => writeDirectory(each).at),
        );
      else writeValues(entry, type, values);
    }
    return { at, link };
  };

  const order = littleEndian ? 0x4949 : 0x4d4d;
  put(0, order, 2);
  put(2, mark, 2);
  if (big) put(4, 8, 2);
  let link = big ? 8 : 4;
  put(link, 0, word);
  append(behindHeader);
  for (const entries of directories) {
    const written = writeDirectory(entries);
    put(link, written.at, word);
    link = written.link;
  }
  return Uint8Array.from(bytes);
}
