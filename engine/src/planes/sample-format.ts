import type { Cicp, Planes } from './planes.ts';

/** What the samples of decoded planes mean; `matrix` is a code point of ITU-T H.273, table 4. */
export interface SampleFormat {
  /** Luma only, for which all plain matrices are equal. */
  gray: boolean;
  bitDepth: number;
  chromaBitDepth: number;
  fullRange: boolean;
  matrix: number;
}

/** Weights of red and blue in luma, for plain YCbCr matrices. */
export const lumaWeights: Record<number, readonly [red: number, blue: number]> = {
  1: [0.2126, 0.0722],
  // Unspecified: JPEG and HEIF assume this.
  2: [0.299, 0.114],
  4: [0.3, 0.11],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
};

/**
 * Format of decoded samples. The container takes precedence over the coded data (ISO/IEC 23008-12,
 * 6.5.5).
 */
export function sampleFormatOf(nclx: Cicp | null, planes: Planes): SampleFormat {
  const { color } = planes;
  return {
    gray: planes.chroma === '4:0:0',
    bitDepth: planes.bitDepth,
    chromaBitDepth: planes.chromaBitDepth,
    // ITU-T H.265, E.3.1: limited where neither box nor stream says anything.
    fullRange: nclx?.fullRange ?? color?.fullRange ?? false,
    matrix: nclx && nclx.matrix !== 2 ? nclx.matrix : (color?.matrix ?? 2),
  };
}

/** Transfer characteristics of HDR pictures, which need a tone map (H.273: 16 is PQ, 18 is HLG). */
export function isHdrTransfer(transfer: number): boolean {
  return transfer === 16 || transfer === 18;
}
