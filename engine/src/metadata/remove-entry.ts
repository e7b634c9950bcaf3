import { entrySize, type Entry, type Tiff } from './tiff.ts';

/** Removes an entry from its IFD. Later entries and the link to the next IFD move up. */
export function removeEntry({ bytes, view, littleEndian }: Tiff, ifd: number, entry: Entry): void {
  const count = view.getUint16(ifd, littleEndian);
  if (count === 0) return;
  const end = Math.min(ifd + 2 + count * entrySize + 4, bytes.length);
  bytes.copyWithin(entry.at, entry.at + entrySize, end);
  bytes.fill(0, end - entrySize, end);
  view.setUint16(ifd, count - 1, littleEndian);
}
