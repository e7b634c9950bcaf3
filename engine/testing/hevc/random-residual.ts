import type { CabacWriter, Context } from './cabac-writer.ts';

/** The contexts of residual_coding; see tables 9-25 to 9-31 for their start values. */
export interface ResidualContexts {
  skip: Context[];
  lastX: Context[];
  lastY: Context[];
  coded: Context[];
  significant: Context[];
  greater1: Context[];
  greater2: Context[];
  stat: number[];
}

export interface ResidualSettings {
  log2Size: number;
  component: number;
  /** 0 diagonal, 1 horizontal, 2 vertical */
  scan: number;
  /** `null` where transform_skip_flag is not coded. */
  skip: boolean | null;
  lossless: boolean;
  singleContext: boolean;
  mayHideSign: boolean;
  rice: boolean;
  huge: boolean;
}

type Position = [x: number, y: number];

function scanOrder(size: number, scan: number): Position[] {
  const order: Position[] = [];
  if (scan === 0) {
    for (let sum = 0; sum < 2 * size - 1; sum++) {
      for (let x = 0; x <= sum; x++) if (x < size && sum - x < size) order.push([x, sum - x]);
    }
    return order;
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) order.push(scan === 1 ? [b, a] : [a, b]);
  }
  return order;
}

const smallMap = [0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8];

function significanceContext(
  settings: ResidualSettings,
  x: number,
  y: number,
  neighbors: number,
): number {
  const { log2Size, component, scan } = settings;
  const luma = component === 0;
  if (settings.singleContext) return luma ? 42 : 43;
  let context: number;
  if (log2Size === 2) context = smallMap[y * 4 + x]!;
  else if (x + y === 0) context = 0;
  else {
    const inX = x & 3;
    const inY = y & 3;
    if (neighbors === 0) context = inX + inY === 0 ? 2 : inX + inY < 3 ? 1 : 0;
    else if (neighbors === 1) context = inY === 0 ? 2 : inY === 1 ? 1 : 0;
    else if (neighbors === 2) context = inX === 0 ? 2 : inX === 1 ? 1 : 0;
    else context = 2;
    if (luma) {
      if (x > 3 || y > 3) context += 3;
      context += log2Size === 3 ? (scan === 0 ? 9 : 15) : 21;
    } else context += log2Size === 3 ? 9 : 12;
  }
  return luma ? context : 27 + context;
}

function writeLast(
  cabac: CabacWriter,
  contexts: Context[],
  value: number,
  log2Size: number,
  component: number,
): { suffix: number; length: number } {
  const offset = component === 0 ? 3 * (log2Size - 2) + ((log2Size - 1) >> 2) : 15;
  const shift = component === 0 ? (log2Size + 1) >> 2 : log2Size - 2;
  // Groups of positions: 0, 1, 2, 3, 4-5, 6-7, 8-11, 12-15, 16-23, 24-31
  const starts = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24];
  let prefix = starts.findLastIndex((start) => start <= value);
  const maxValue = 2 * log2Size - 1;
  for (let i = 0; i < maxValue; i++) {
    cabac.bin(contexts[offset + (i >> shift)]!, i < prefix ? 1 : 0);
    if (i >= prefix) break;
  }
  const suffix = value - starts[prefix]!;
  prefix = Math.max(prefix, 2);
  return { suffix, length: (prefix >> 1) - 1 };
}

function writeRemaining(cabac: CabacWriter, value: number, rice: number): void {
  if (value < 4 << rice) {
    cabac.bypass(2 ** ((value >> rice) + 1) - 2, (value >> rice) + 1);
    cabac.bypass(value & ((1 << rice) - 1), rice);
    return;
  }
  let rest = value - (4 << rice);
  let length = rice + 1;
  let prefix = 4;
  while (rest >= 2 ** length) {
    rest -= 2 ** length;
    length++;
    prefix++;
  }
  cabac.bypass(2 ** (prefix + 1) - 2, prefix + 1);
  cabac.bypass(rest, length);
}

/** Writes a block of random levels, at least one of them not zero. */
export function writeRandomResidual(
  cabac: CabacWriter,
  contexts: ResidualContexts,
  settings: ResidualSettings,
  random: () => number,
): void {
  const { log2Size, component, scan, lossless } = settings;
  const luma = component === 0;
  const size = 1 << log2Size;
  if (settings.skip !== null) cabac.bin(contexts.skip[luma ? 0 : 1]!, settings.skip ? 1 : 0);

  const reach = random() < 0.3 ? size : 1 + Math.floor(random() * Math.min(size, 8));
  const density = random() < 0.15 ? 0.9 : random() * 0.4;
  const maxValue = settings.huge && random() < 0.2 ? 32767 : 300;
  const strength = random() < 0.1 ? maxValue : random() < 0.4 ? 20 : 3;
  const levels = new Map<number, number>();
  const key = (x: number, y: number): number => y * size + x;
  for (let y = 0; y < reach; y++) {
    for (let x = 0; x < reach; x++) {
      if (random() > density) continue;
      const level = random() < 0.6 ? 1 : 1 + Math.floor(random() * strength);
      levels.set(key(x, y), random() < 0.5 ? -level : level);
    }
  }
  if (levels.size === 0) levels.set(key(Math.floor(random() * reach), 0), 1);

  const blocks = scanOrder(size >> 2, scan);
  const inner = scanOrder(4, scan);
  const at = (block: number, n: number): Position => [
    blocks[block]![0] * 4 + inner[n]![0],
    blocks[block]![1] * 4 + inner[n]![1],
  ];
  let lastBlock = blocks.length - 1;
  let lastInner = 15;
  while (!levels.has(key(...at(lastBlock, lastInner)))) {
    if (--lastInner < 0) {
      lastInner = 15;
      lastBlock--;
    }
  }
  let [lastX, lastY] = at(lastBlock, lastInner);
  if (scan === 2) [lastX, lastY] = [lastY, lastX];
  const suffixX = writeLast(cabac, contexts.lastX, lastX, log2Size, component);
  const suffixY = writeLast(cabac, contexts.lastY, lastY, log2Size, component);
  cabac.bypass(suffixX.suffix, suffixX.length);
  cabac.bypass(suffixY.suffix, suffixY.length);

  const coded = new Set<string>();
  let setBefore: number | null = null;
  for (let block = lastBlock; block >= 0; block--) {
    const [blockX, blockY] = blocks[block]!;
    const right = coded.has(`${blockX + 1} ${blockY}`) ? 1 : 0;
    const below = coded.has(`${blockX} ${blockY + 1}`) ? 1 : 0;
    const present = inner.map((_, n) => levels.get(key(...at(block, n))) ?? 0);
    const isCoded = present.some((level) => level !== 0) || block === 0 || block === lastBlock;
    let inferred = false;
    if (block < lastBlock && block > 0) {
      cabac.bin(contexts.coded[(luma ? 0 : 2) + (right | below)]!, isCoded ? 1 : 0);
      inferred = true;
    }
    if (!isCoded) continue;
    coded.add(`${blockX} ${blockY}`);
    const found: number[] = block === lastBlock ? [lastInner] : [];
    for (let n = block === lastBlock ? lastInner - 1 : 15; n >= 0; n--) {
      const isThere = present[n] !== 0;
      if (n > 0 || !inferred || found.length > 0) {
        const context = significanceContext(settings, ...at(block, n), right + 2 * below);
        cabac.bin(contexts.significant[context]!, isThere ? 1 : 0);
      }
      if (isThere) found.push(n);
    }
    if (found.length === 0) continue;

    const set = (block === 0 || !luma ? 0 : 2) + (setBefore === 0 ? 1 : 0);
    let counter = 1;
    let firstGreater = -1;
    for (const [k, n] of found.slice(0, 8).entries()) {
      const isGreater = Math.abs(present[n]!) > 1;
      cabac.bin(contexts.greater1[(luma ? 0 : 16) + set * 4 + counter]!, isGreater ? 1 : 0);
      if (isGreater) {
        counter = 0;
        if (firstGreater < 0) firstGreater = k;
      } else if (counter > 0 && counter < 3) counter++;
    }
    setBefore = counter;
    if (firstGreater >= 0) {
      const isGreater = Math.abs(present[found[firstGreater]!]!) > 2;
      cabac.bin(contexts.greater2[(luma ? 0 : 4) + set]!, isGreater ? 1 : 0);
    }
    const hidden = settings.mayHideSign && found[0]! - found.at(-1)! > 3;
    const signed = hidden ? found.slice(0, -1) : found;
    for (const n of signed) cabac.bypass(present[n]! < 0 ? 1 : 0);
    const stat = (luma ? 2 : 0) + (settings.skip === true || lossless ? 1 : 0);
    let rice = settings.rice ? contexts.stat[stat]! >> 2 : 0;
    let isFirst = true;
    for (const [k, n] of found.entries()) {
      const level = Math.abs(present[n]!);
      const base = k >= 8 ? 1 : k === firstGreater ? 3 : 2;
      const known = k >= 8 ? 1 : Math.min(level, base);
      if (known < base || level < base) continue;
      writeRemaining(cabac, level - base, rice);
      if (isFirst && settings.rice) {
        const initial = contexts.stat[stat]!;
        if (level - base >= 3 << (initial >> 2)) contexts.stat[stat] = initial + 1;
        else if (2 * (level - base) < 1 << (initial >> 2) && initial > 0) {
          contexts.stat[stat] = initial - 1;
        }
      }
      isFirst = false;
      if (level > 3 << rice) rice = settings.rice ? rice + 1 : Math.min(rice + 1, 4);
    }
  }
}
