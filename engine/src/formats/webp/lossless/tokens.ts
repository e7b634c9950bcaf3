// Codes samples of one channel as literals and copies (RFC 9649, section 3.6.2).
import type { BitWriter } from './bit-writer.ts';
import { makePrefixCodes, putCodes, putSymbol, type PrefixCodes } from './prefix-codes.ts';

/** Longest copy in the format. */
const maxCopy = 4096;

/** Cost of more distant copies. */
const farther = 3;

/** In noise, with no copy for this many samples, only this many near distances are tried. */
const patience = 256;
const nearest = 4;

/** Stops searching for a longer copy from this length on. */
const longEnough = 128;

const literals = 256;
const lengthSymbols = 24;
const distanceSymbols = 40;

/** log2 of the number of remembered positions, each by a hash of four samples. */
const hashBits = 15;

/** Extra bits are written in parts of at most this many. */
const half = 16;

/**
 * Section 3.6.2.2: short distances have numbers of their own, and the largest is 2^20 minus these.
 */
const namedDistances = 120;
const maxDistance = (1 << 20) - namedDistances;

/** Named distances as columns to the left and rows up, in the order of their numbers. */
const nearer = 5;
const nearSteps: (readonly [left: number, up: number])[] = Array.from(
  { length: nearer ** 2 },
  (_, at) => [at % nearer, Math.floor(at / nearer)] as const,
)
  .filter(([a, b]) => a <= b && b > 0 && Math.hypot(a, b) < nearer)
  .sort((one, other) => Math.hypot(...one) - Math.hypot(...other))
  .flatMap(([a, b]) => {
    const mirrored = (left: number, up: number) =>
      left > 0 && up > 0
        ? ([
            [left, up],
            [-left, up],
          ] as const)
        : ([[left, up]] as const);
    return a === b ? mirrored(a, b) : [...mirrored(a, b), ...mirrored(b, a)];
  });

/** Maps distances, in rows of `width` samples, to their numbers. */
function nameDistances(width: number): Map<number, number> {
  const names = new Map<number, number>();
  nearSteps.forEach(([left, up], index) => {
    const distance = up * width + left;
    if (distance > 0 && !names.has(distance)) names.set(distance, index + 1);
  });
  return names;
}

function hashAt(samples: Uint8Array, at: number): number {
  const four =
    samples[at]! | (samples[at + 1]! << 8) | (samples[at + 2]! << 16) | (samples[at + 3]! << 24);
  return Math.imul(four, 0x9e3779b1) >>> (32 - hashBits);
}

/**
 * Steps of three numbers: count of literals, length of the copy that follows, and number of its
 * distance.
 */
class Steps {
  #list = new Uint32Array(1 << 10);
  #length = 0;

  add(literalCount: number, copied: number, distance: number): void {
    if (this.#length + 3 > this.#list.length) this.#grow();
    this.#list[this.#length++] = literalCount;
    this.#list[this.#length++] = copied;
    this.#list[this.#length++] = distance;
  }

  #grow(): void {
    const grown = new Uint32Array(this.#list.length * 2);
    grown.set(this.#list);
    this.#list = grown;
  }

  finish(): Uint32Array {
    return this.#list.subarray(0, this.#length);
  }
}

/** Finds copies: at a near distance, or where the same start was seen last. */
function findCopies(
  samples: Uint8Array,
  names: ReadonlyMap<number, number>,
  shortest: number,
): Uint32Array {
  const steps = new Steps();
  const near = [...names.keys()];
  // Position plus 1; 0 for none.
  const seen = new Uint32Array(1 << hashBits);
  const end = samples.length;
  const copyable = (at: number, distance: number): number => {
    const limit = Math.min(end, at + maxCopy);
    let to = at;
    while (to < limit && samples[to] === samples[to - distance]) to++;
    return to - at;
  };
  let from = 0;
  for (let at = 0; at < end;) {
    let copied = 0;
    let distance = 0;
    const most = at - from > patience ? nearest : near.length;
    for (let index = 0; index < most; index++) {
      const each = near[index]!;
      // A longer copy must also match the sample after the longest one so far.
      if (each > at || samples[at + copied] !== samples[at + copied - each]) continue;
      const length = copyable(at, each);
      if (length <= copied) continue;
      copied = length;
      distance = each;
      if (copied >= longEnough) break;
    }
    if (copied < shortest) copied = 0;
    if (copied < half && at + 4 <= end) {
      const hash = hashAt(samples, at);
      const back = at + 1 - seen[hash]!;
      seen[hash] = at + 1;
      const length = back <= Math.min(at, maxDistance) ? copyable(at, back) : 0;
      if (length >= shortest + farther && length >= copied + farther) {
        copied = length;
        distance = back;
      }
    }
    if (copied === 0) {
      at++;
      continue;
    }
    steps.add(at - from, copied, names.get(distance) ?? distance + namedDistances);
    at += copied;
    from = at;
  }
  if (from < end) steps.add(end - from, 0, 0);
  return steps.finish();
}

/** Splits a number (1 or more) into a symbol and extra bits (section 3.6.2.1). */
function prefixOf(value: number): { symbol: number; bits: number } {
  const less = value - 1;
  if (less < 4) return { symbol: less, bits: 0 };
  const high = 31 - Math.clz32(less);
  return { symbol: 2 * high + ((less >> (high - 1)) & 1), bits: high - 1 };
}

function putExtra(writer: BitWriter, value: number, bits: number): void {
  const extra = (value - 1) & ((1 << bits) - 1);
  writer.put(extra & 0xffff, Math.min(bits, half));
  if (bits > half) writer.put(extra >>> half, bits - half);
}

/** Samples with their steps, and how often each symbol occurs. */
export interface Tokens {
  samples: Uint8Array;
  steps: Uint32Array;
  literalCounts: Uint32Array;
  distanceCounts: Uint32Array;
  extraBits: number;
}

/** @param shortest Minimum copy length. Shorter ones would cost as much as literals. */
export function tokenize(samples: Uint8Array, width: number, shortest: number): Tokens {
  const names = nameDistances(width);
  const steps = findCopies(samples, names, shortest);
  const literalCounts = new Uint32Array(literals + lengthSymbols);
  const distanceCounts = new Uint32Array(distanceSymbols);
  let extraBits = 0;
  for (let step = 0, at = 0; step < steps.length; step += 3) {
    const copied = steps[step + 1]!;
    for (const to = at + steps[step]!; at < to; at++) literalCounts[samples[at]!]!++;
    at += copied;
    if (copied === 0) continue;
    const length = prefixOf(copied);
    const distance = prefixOf(steps[step + 2]!);
    literalCounts[literals + length.symbol]!++;
    distanceCounts[distance.symbol]!++;
    extraBits += length.bits + distance.bits;
  }
  return { samples, steps, literalCounts, distanceCounts, extraBits };
}

function entropy(counts: Uint32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => sum + (count ? count * Math.log2(all / count) : 0), 0);
}

/** Approximate bits of the tokens, without the codes. */
export function measureTokens({ literalCounts, distanceCounts, extraBits }: Tokens): number {
  return entropy(literalCounts) + entropy(distanceCounts) + extraBits;
}

/** Code of the unused channels, which takes no bits. */
const oneSymbol: PrefixCodes = makePrefixCodes(new Uint32Array(1));

/** Writes the codes and the data (section 3.8.3). Red, blue and alpha are unused. */
export function putTokens(
  writer: BitWriter,
  { samples, steps, literalCounts, distanceCounts }: Tokens,
): void {
  const green = makePrefixCodes(literalCounts);
  const distances = makePrefixCodes(distanceCounts);
  for (const codes of [green, oneSymbol, oneSymbol, oneSymbol, distances]) putCodes(writer, codes);
  for (let step = 0, at = 0; step < steps.length; step += 3) {
    const copied = steps[step + 1]!;
    for (const to = at + steps[step]!; at < to; at++) putSymbol(writer, samples[at]!, green);
    at += copied;
    if (copied === 0) continue;
    const length = prefixOf(copied);
    putSymbol(writer, literals + length.symbol, green);
    putExtra(writer, copied, length.bits);
    const number = steps[step + 2]!;
    const distance = prefixOf(number);
    putSymbol(writer, distance.symbol, distances);
    putExtra(writer, number, distance.bits);
  }
}
