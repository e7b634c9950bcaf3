import { EngineError } from '../errors.ts';
import { readHeif, type HeifFile } from './file.ts';
import type { ByteRange } from './item-data.ts';
import { textAt, u32At, type FileParts } from '../bytes/file-parts.ts';

/** Boxes that say what is inside; all others are only passed by. */
const readBoxTypes = new Set(['ftyp', 'meta', 'moov', 'mini']);

/** Items whose data describes pictures, or people and places. */
const readItemTypes = new Set(['grid', 'iovl', 'iden', 'tmap', 'Exif', 'mime', 'uri ']);

/** No file has so many boxes at its top; a damaged one might. */
const maxBoxes = 10_000;

/** Fills in the parts of `bytes`, which stands for the whole file and is zero elsewhere. */
async function fill(
  parts: FileParts,
  bytes: Uint8Array,
  ranges: readonly ByteRange[],
): Promise<void> {
  // Each byte is read once, whatever overlaps.
  let read = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(start, read);
    const to = Math.min(end, bytes.length);
    if (from >= to) continue;
    bytes.set(await parts.read(from, to), from);
    read = to;
  }
}

async function fillBoxes(parts: FileParts, bytes: Uint8Array): Promise<void> {
  let at = 0;
  for (let count = 0; at + 8 <= bytes.length && count < maxBoxes; count++) {
    const head = await parts.read(at, at + 16);
    bytes.set(head, at);
    let size = u32At(head, 0);
    if (size === 1 && head.length === 16) size = u32At(head, 8) * 2 ** 32 + u32At(head, 12);
    if (size === 0) size = bytes.length - at;
    if (size < 8) return;
    if (readBoxTypes.has(textAt(head, 4)))
      await fill(parts, bytes, [{ start: at, end: at + size }]);
    at += size;
  }
}

/** Where the data of an item lies, as far as it can be told; damage shows when the item is read. */
function findRanges(file: HeifFile, id: number): readonly ByteRange[] {
  try {
    return file.items.get(id)?.ranges() ?? [];
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/**
 * A HEIF or AVIF file of which only the container, the items that describe pictures and the data of the
 * items `more` are there: all else reads as zeros, at its place. Untouched zeros take no memory.
 */
export async function readHeifHeader(
  parts: FileParts,
  more: (file: HeifFile) => number[] = () => [],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(parts.size);
  await fillBoxes(parts, bytes);
  const file = readHeif(bytes);
  if (!file) return bytes;
  const described = [...file.items.values()].filter(({ type }) => readItemTypes.has(type));
  const ids = [...described.map((item) => item.id), ...more(file)];
  await fill(
    parts,
    bytes,
    ids.flatMap((id) => findRanges(file, id)),
  );
  return bytes;
}
