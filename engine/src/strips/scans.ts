import type { HuffmanTables } from '../formats/jpeg/encoder/tables.ts';

/**
 * Writes the scan data of consecutive strips, from their tokens, which are transferred, as one
 * piece.
 */
export type WriteScan = (
  tokens: Uint8Array<ArrayBuffer>[],
  huffman: HuffmanTables,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Fewer bytes of tokens are not worth sending to a worker and back. */
const minTokenBytes = 256e3;

/**
 * Groups consecutive strips: small enough that all workers get some, large enough to be worth
 * sending.
 */
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

/** Has the scan data of all strips of a JPEG written. Returns it in order. */
export function writeScans(
  tokens: readonly Uint8Array<ArrayBuffer>[],
  huffman: HuffmanTables,
  writeScan: WriteScan,
): Promise<Uint8Array<ArrayBuffer>[]> {
  return Promise.all(groupTokens(tokens).map((group) => writeScan(group, huffman)));
}
