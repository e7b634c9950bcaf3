import { EngineError } from '../errors.ts';
import { readHeif, type HeifFile } from './file.ts';
import type { ByteRange } from './item-data.ts';
import { textAt, u32At, type FileParts } from '../bytes/file-parts.ts';

/** Boxes that describe the content. Others are skipped. */
const readBoxTypes = new Set(['ftyp', 'meta', 'moov', 'mini']);

/** Items whose data describes pictures, people or places. */
const readItemTypes = new Set(['grid', 'iovl', 'iden', 'tmap', 'Exif', 'mime', 'uri ']);

/** No valid file has this many top-level boxes; a damaged one might. */
const maxBoxes = 10_000;

/** Reads ranges of the file into `bytes`, which has the file's size and is zero elsewhere. */
async function fill(
  parts: FileParts,
  bytes: Uint8Array,
  ranges: readonly ByteRange[],
): Promise<void> {
  // Overlapping ranges must not be read twice.
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

/** Where an item's data lies, or nothing if damaged: reading the item reports that. */
function findRanges(file: HeifFile, id: number): readonly ByteRange[] {
  try {
    return file.items.get(id)?.ranges() ?? [];
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/**
 * Reads only the container, the items that describe pictures, and the items `more` of a HEIF or
 * AVIF file. Everything keeps its offset, the rest is zero; untouched zeros take no memory.
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
