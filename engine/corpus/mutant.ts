import { mutate, seededRandom } from '../testing/mutate.ts';

export interface Mutant {
  /** Index of the file it was made from. */
  from: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A damaged file that depends on nothing but the seed and the list of files: one of them with bits
 * flipped and parts cut, repeated or moved; for one seed in eight, with the end of another file.
 */
export function makeMutant(files: readonly Uint8Array[], seed: number): Mutant {
  const random = seededRandom(seed ^ 0x5bd1e995);
  const below = (limit: number) => Math.floor(random() * limit);
  const from = below(files.length);
  const file = files[from] ?? new Uint8Array();
  if (random() >= 1 / 8) return { from, bytes: Uint8Array.from(mutate(file, seed)) };
  const other = files[below(files.length)] ?? new Uint8Array();
  const head = file.subarray(0, below(file.length));
  const tail = other.subarray(below(other.length));
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return { from, bytes };
}
