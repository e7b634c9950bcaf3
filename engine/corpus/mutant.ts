import { mutate, seededRandom } from '../testing/mutate.ts';

export interface Mutant {
  /** Index of the file it was made from. */
  from: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A damaged file that depends on nothing but the seed and the list of files: one of them with bits
 * flipped and parts cut, repeated or moved; one seed in eight gives it the end of another file, and
 * one in four damages only its coded data, which headers would otherwise keep decoders from reaching.
 */
export function makeMutant(files: readonly Uint8Array[], seed: number): Mutant {
  const random = seededRandom(seed ^ 0x5bd1e995);
  const below = (limit: number) => Math.floor(random() * limit);
  const from = below(files.length);
  const file = files[from] ?? new Uint8Array();
  const kind = below(8);
  if (kind > 2) return { from, bytes: Uint8Array.from(mutate(file, seed)) };
  if (kind > 0) {
    const bytes = Uint8Array.from(file);
    for (let flips = 1 + below(4); flips > 0; flips--) {
      const at = (bytes.length >> 1) + below(bytes.length >> 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    }
    return { from, bytes };
  }
  const other = files[below(files.length)] ?? new Uint8Array();
  const head = file.subarray(0, below(file.length));
  const tail = other.subarray(below(other.length));
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return { from, bytes };
}
