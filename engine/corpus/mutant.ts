import type { FileOptions } from '../src/options.ts';
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

/** What is asked of a mutant. */
export type MutantJob =
  | { kind: 'inspect' | 'thumbnail' | 'movie' }
  /** The mutant is the movie of a live photo whose picture is whole. */
  | { kind: 'live'; options: FileOptions }
  | { kind: 'convert'; options: FileOptions };

/** A whole picture, of one pixel. */
const still = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

/** The file to convert, and what is asked of it. */
export function conversionOf(
  mutant: Blob,
  { kind, options }: Extract<MutantJob, { options: FileOptions }>,
): { file: Blob; options: FileOptions } {
  return kind === 'convert'
    ? { file: mutant, options }
    : { file: new Blob([still]), options: { ...options, liveMovie: mutant } };
}

/** Choices that lead a conversion through other code than the default does. */
const otherOptions: readonly FileOptions[] = [
  { format: 'png' },
  { format: 'webp' },
  { format: 'webp', lossless: true },
  { format: 'png', pictures: 'all' },
  { format: 'png', pictures: 'everything' },
  { pictures: 'all', metadata: 'without-location' },
  { color: 'srgb', resize: { width: 90, height: 90, mode: 'fill' } },
  { format: 'png', color: 'srgb', resize: { width: 200 } },
  { targetBytes: 3000, metadata: 'without-location' },
  { keepSmallerOriginal: true, metadata: 'without-location' },
  { format: 'webp', keepSmallerOriginal: true, metadata: 'strip' },
  { video: 'keep' },
  { video: 'beside', metadata: 'without-location' },
  { hdr: 'leave-out', keepSmallerOriginal: true, metadata: 'strip' },
  { rotate: 90, crop: { x: 3, y: 5, width: 20, height: 20 } },
];

const movieJobs: readonly MutantJob[] = [
  { kind: 'movie' },
  { kind: 'live', options: {} },
  { kind: 'live', options: { video: 'beside', metadata: 'without-location' } },
  { kind: 'live', options: { video: 'beside', metadata: 'strip' } },
];

/**
 * Half of the mutants of pictures become JPEGs; the others are converted otherwise, or only looked at.
 *
 * @param name The file that the mutant was made from.
 */
export function jobOf(seed: number, name: string): MutantJob {
  const random = seededRandom(seed ^ 0x3c6ef372);
  const choice = random();
  if (/\.(mov|mp4)$/.test(name))
    return movieJobs[Math.floor(choice * movieJobs.length)] ?? { kind: 'movie' };
  if (choice < 0.5) return { kind: 'convert', options: {} };
  if (choice < 0.6) return { kind: choice < 0.55 ? 'inspect' : 'thumbnail' };
  const options = otherOptions[Math.floor(random() * otherOptions.length)] ?? {};
  return { kind: 'convert', options };
}
