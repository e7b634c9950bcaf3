import type { HuffmanTables } from '../formats/jpeg/tables.ts';

/**
 * Has the scan data written of some strips that follow each other, as one, from their tokens, which go away
 * with it.
 */
export type WriteScan = (
  tokens: Uint8Array<ArrayBuffer>[],
  huffman: HuffmanTables,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Fewer bytes of tokens are not worth a way to a worker and back. */
const minTokenBytes = 256e3;

/** Strips in order, few enough together for all workers to get some, and as many as pay for the way. */
function groupTokens(tokens: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer>[][] {
  const groups: Uint8Array<ArrayBuffer>[][] = [];
  let bytes = Infinity;
  for (const each of tokens) {
    if (bytes >= minTokenBytes) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(each);
    bytes += each.length;
  }
  return groups;
}

/** Has the scan data of all strips of a JPEG written; in order. */
export function writeScans(
  tokens: readonly Uint8Array<ArrayBuffer>[],
  huffman: HuffmanTables,
  writeScan: WriteScan,
): Promise<Uint8Array<ArrayBuffer>[]> {
  return Promise.all(groupTokens(tokens).map((group) => writeScan(group, huffman)));
}
