// What a quality means for lossy WebP: quantizers of four segments, filter strength, and the worth
// of a bit.

/** RFC 6386, section 14.1: steps of DC and AC coefficients by index. */
const dcSteps = [
  4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 17, 18, 19, 20, 20, 21, 21, 22, 22, 23, 23,
  24, 25, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 37, 38, 39, 40, 41, 42, 43, 44, 45,
  46, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68,
  69, 70, 71, 72, 73, 74, 75, 76, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 91, 93,
  95, 96, 98, 100, 101, 102, 104, 106, 108, 110, 112, 114, 116, 118, 122, 124, 126, 128, 130, 132,
  134, 136, 138, 140, 143, 145, 148, 151, 154, 157,
];
const acSteps = [
  4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53,
  54, 55, 56, 57, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96,
  98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 119, 122, 125, 128, 131, 134, 137, 140, 143, 146,
  149, 152, 155, 158, 161, 164, 167, 170, 173, 177, 181, 185, 189, 193, 197, 201, 205, 209, 213,
  217, 221, 225, 229, 234, 239, 245, 249, 254, 259, 264, 269, 274, 279, 284,
];

/** Index offset of chroma's DC step. */
export const chromaDcChange = -2;
const largestChromaDc = 117;

/** A segment: macroblocks with the same quantizer. */
interface Segment {
  /** 0 to 127. */
  quantizer: number;
  /** The intended AC step, from which the threshold for zeroing coefficients follows. */
  step: number;
  /** Strength of the loop filter, 0 to 63. */
  filter: number;
}

/** Parameters of a frame that do not depend on its samples. */
export interface FrameQuality {
  /** Four segments for macroblocks of increasing activity, or one. */
  segments: Segment[];
  /**
   * Activity (see `assembly/vp8/difference.ts`) from which a macroblock belongs to the next
   * segment.
   */
  borders: readonly [number, number, number];
  /** Worth of a bit in units of difference, times 16. */
  bitWorth: number;
  /** Minimum saving for per-block modes, in 1/256 bits. */
  ownModesPenalty: number;
  /** Whether each macroblock has a flag that says if it has levels. */
  tellsFilled: boolean;
  /** Most bits for a macroblock's modes, in 1/256 bits. */
  modeBits: number;
}

// The following values were found by comparing SSIMULACRA 2 scores at equal size, over photos and
// drawings.

/** Step index offsets of the segments. Errors are most visible where there is little activity. */
const segmentChanges = [-8, -3, 4, 12];
const segmentBorders = [1150, 3750, 9500] as const;
/** For this middle index. At finer ones the segments differ less. */
const usualMiddle = 30;

/** Shares of the step, and of a quarter of the step. */
const bitShare = 0.7;
const filterShare = 0.4;
const ownModesPenalty = 512;

/** Added to a coefficient, in steps, before rounding down. High frequencies are worth least. */
const rounding = {
  luma: { dc: 0.5, near: 0.242, far: 0.164 },
  lumaDcs: { dc: 0.5, near: 0.461, far: 0.461 },
  chroma: { dc: 0.5, near: 0.43, far: 0.43 },
};

/** Diagonals of a block from this one on count as far. */
const farFrom = 3;

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/**
 * The middle step index for a quality from 0 to 100. Libwebp's curve, slightly finer, because
 * rounding here is more aggressive.
 */
function middleFor(quality: number): number {
  const share = quality / 100;
  const compression = Math.cbrt(share < 0.75 ? (share * 2) / 3 : 2 * share - 1);
  return Math.max(127 * (1 - compression) * 0.92 - 2.8, 0);
}

/** Most bytes of a frame's first partition (RFC 6386, 9.1), less its header. */
const modeBytes = 2 ** 19 - 4096;
/** Most bits per macroblock for the segment, and for the levels flag. */
const segmentBits = 2;
const filledBits = 1;
/** With fewer bits per macroblock there are no segments, and with still fewer no levels flags. */
const bitsWithSegments = 8;
const bitsWithFilled = 5;

/**
 * The quantizer with the nearest index, and its step; between whole qualities, an interpolated
 * step.
 */
function quantizerFor(place: number, isBetween: boolean): Omit<Segment, 'filter'> {
  const within = clamp(place, 0, acSteps.length - 1);
  const quantizer = Math.round(within);
  if (!isBetween) return { quantizer, step: acSteps[quantizer]! };
  const below = Math.floor(within);
  const [step, next = step] = acSteps.slice(below, below + 2) as [number, number?];
  return { quantizer, step: step + (within - below) * (next - step) };
}

/** The middle AC step for a quality from 0 to 100. File size falls evenly with its logarithm. */
export function stepFor(quality: number): number {
  return quantizerFor(middleFor(quality), true).step;
}

/**
 * Parameters for a quality from 0 to 100 and a number of macroblocks. Fractional qualities
 * interpolate between the quantizers' steps, so that any file size can be reached.
 */
export function frameQuality(quality: number, macroblocks: number): FrameQuality {
  const middle = middleFor(quality);
  const isBetween = !Number.isInteger(quality);
  const allBits = (8 * modeBytes) / macroblocks;
  const scale = Math.sqrt(middle / usualMiddle);
  const changes = allBits < bitsWithSegments ? [0] : segmentChanges;
  const segments = changes.map((change): Segment => {
    const found = quantizerFor(middle + change * scale, isBetween);
    const filter = clamp(Math.round((acSteps[found.quantizer]! >> 2) * filterShare), 0, 63);
    return { ...found, filter };
  });
  const none = 2 ** 31 - 1;
  const tellsFilled = allBits >= bitsWithFilled;
  const modeBits =
    allBits - (tellsFilled ? filledBits : 0) - (segments.length > 1 ? segmentBits : 0);
  return {
    segments,
    borders: segments.length === 1 ? [none, none, none] : segmentBorders,
    bitWorth: Math.round(16 * quantizerFor(middle, isBetween).step * bitShare),
    ownModesPenalty,
    tellsFilled,
    modeBits: Math.round(256 * Math.min(modeBits, 2 ** 16)),
  };
}

const reciprocal = 2 ** 17;

/** Steps, reciprocals and rounding offsets, in the layout of `assembly/vp8/memory.ts`. */
function tableOf(
  dc: number,
  ac: number,
  shares: { dc: number; near: number; far: number },
  meant: number,
): Int32Array {
  const table = new Int32Array(48);
  for (let at = 0; at < 16; at++) {
    const isFar = (at & 3) + (at >> 2) >= farFrom;
    const share = at === 0 ? shares.dc : isFar ? shares.far : shares.near;
    const step = at === 0 ? dc : ac;
    const inverse = Math.floor(reciprocal / step);
    const isBetween = at > 0 && meant !== ac;
    table[at] = step;
    table[16 + at] = inverse;
    table[32 + at] = isBetween
      ? Math.max(0, reciprocal - leastKept(at, (1 - share) * meant) * inverse)
      : Math.round(share * reciprocal);
  }
  return table;
}

/**
 * The smallest coefficient to keep for an average threshold of `least`. Coefficients are integers,
 * so the threshold varies by position, in an order that mixes near and far ones.
 */
function leastKept(at: number, least: number): number {
  return Math.ceil(least + (((at * 7) % 16) - 8) / 15);
}

/** The tables of a segment, for luma, its DCs and chroma (RFC 6386, 14.1). */
export function quantizerTables({ quantizer, step }: Omit<Segment, 'filter'>): Int32Array[] {
  const [dc, ac] = [dcSteps[quantizer]!, acSteps[quantizer]!];
  const chromaDc = dcSteps[clamp(quantizer + chromaDcChange, 0, largestChromaDc)]!;
  const dcsAc = Math.max(Math.floor((ac * 155) / 100), 8);
  return [
    tableOf(dc, ac, rounding.luma, step),
    tableOf(2 * dc, dcsAc, rounding.lumaDcs, (step / ac) * dcsAc),
    tableOf(chromaDc, ac, rounding.chroma, step),
  ];
}
