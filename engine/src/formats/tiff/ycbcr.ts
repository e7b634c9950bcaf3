import { opaqueAlpha } from '../../planes/raster.ts';
import type { Place, Target } from './paint.ts';

/** Conversion of YCbCr to RGB (TIFF 6.0 sections 20 and 21). */
export interface YcbcrColor {
  /** Weights of red, green and blue in Y. */
  luma: readonly number[];
  /** Codes of black and white for Y, Cb and Cr. */
  reference: readonly number[];
}

/** Units of `across` x `down` pixels: their Y samples, row by row, then a Cb and a Cr. */
export interface YcbcrUnits {
  bytes: Uint8Array;
  /** Units per row. */
  perRow: number;
  across: number;
  down: number;
  /** Bytes per unit. Unused ones may follow its colors. */
  size: number;
}

/** Uses 8 fractional bits more than the samples have. */
const one = 1 << 16;

/** Contribution of each code. Scales the range from black to white to `range` steps. */
function tableOf(black: number, white: number, range: number, factor: number): Int32Array {
  const span = white - black || 1;
  return Int32Array.from({ length: 256 }, (_, code) =>
    Math.round((((code - black) * range) / span) * factor * one),
  );
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Paints units. All pixels of a unit share its pair of colors. */
export function paintYcbcr(
  { bytes, perRow, across, down, size }: YcbcrUnits,
  place: Place,
  target: Target,
  { luma: [lumaRed = 0, lumaGreen = 1, lumaBlue = 0], reference }: YcbcrColor,
): void {
  const pixels = new Uint32Array(target.data.buffer);
  const [black = 0, white = 255, cbBlack = 128, cbWhite = 255, crBlack = 128, crWhite = 255] =
    reference;
  const ys = tableOf(black, white, 255, 1).map((value) => value + one / 2);
  const crRed = tableOf(crBlack, crWhite, 127, 2 - 2 * lumaRed);
  const cbBlue = tableOf(cbBlack, cbWhite, 127, 2 - 2 * lumaBlue);
  const crGreen = tableOf(crBlack, crWhite, 127, (-lumaRed * (2 - 2 * lumaRed)) / lumaGreen);
  const cbGreen = tableOf(cbBlack, cbWhite, 127, (-lumaBlue * (2 - 2 * lumaBlue)) / lumaGreen);
  const colors = across * down;
  for (let row = 0; row < place.height; row++) {
    const units = Math.floor(row / down) * perRow * size;
    const inUnit = (row % down) * across;
    const to = (place.y + row) * target.width + place.x;
    for (let x = 0; x < place.width; x++) {
      const unit = units + Math.floor(x / across) * size;
      const y = ys[bytes[unit + inUnit + (x % across)]!]!;
      const cb = bytes[unit + colors]!;
      const cr = bytes[unit + colors + 1]!;
      const red = clamp((y + crRed[cr]!) >> 16);
      const green = clamp((y + crGreen[cr]! + cbGreen[cb]!) >> 16);
      const blue = clamp((y + cbBlue[cb]!) >> 16);
      pixels[to + x] = red | (green << 8) | (blue << 16) | opaqueAlpha;
    }
  }
}
