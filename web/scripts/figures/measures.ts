/** How far a picture is from its original. Both measures see numbers, not what a viewer would mind. */
import type { Picture } from './picture.ts';

function requireSameSize(original: Picture, other: Picture): void {
  if (original.width !== other.width || original.height !== other.height)
    throw new Error(
      `${original.width}x${original.height} against ${other.width}x${other.height}: sizes differ`,
    );
}

/**
 * Peak signal-to-noise ratio over red, green and blue, in dB: 10 log10(255² / mean squared difference).
 * `null` for identical pictures, which differ by nothing.
 */
export function psnr(original: Picture, other: Picture): number | null {
  requireSameSize(original, other);
  let sum = 0;
  for (let at = 0; at < original.data.length; at += 1)
    sum += (original.data[at]! - other.data[at]!) ** 2;
  return sum === 0 ? null : 10 * Math.log10((255 ** 2 * original.data.length) / sum);
}

/** Wang, Bovik, Sheikh and Simoncelli (2004): constants for 8 bits, K1 = 0.01 and K2 = 0.03. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/** Light by the weights of ITU-R BT.601. */
function lightOf({ data }: Picture): Float32Array {
  const light = new Float32Array(data.length / 3);
  for (let to = 0, from = 0; to < light.length; to += 1, from += 3)
    light[to] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
  return light;
}

/** Sums over one block of 4 x 4 pixels: a, b, a², b², ab. */
const sumsInBlock = 5;

/** One row of blocks of 4 x 4. */
function sumBlocks(
  a: Float32Array,
  b: Float32Array,
  width: number,
  top: number,
  into: Float64Array,
): void {
  into.fill(0);
  const across = Math.floor(width / 4) * 4;
  for (let row = top; row < top + 4; row += 1)
    for (let column = 0; column < across; column += 1) {
      const [x, y] = [a[row * width + column]!, b[row * width + column]!];
      const at = (column >> 2) * sumsInBlock;
      into[at]! += x;
      into[at + 1]! += y;
      into[at + 2]! += x * x;
      into[at + 3]! += y * y;
      into[at + 4]! += x * y;
    }
}

/**
 * Structural similarity of light, 1 for identical pictures: the mean over windows of 8 x 8 pixels that
 * step by 4, evenly weighted. Throws for pictures of different sizes or smaller than a window.
 */
export function ssim(original: Picture, other: Picture): number {
  requireSameSize(original, other);
  const { width, height } = original;
  const [columns, rows] = [Math.floor(width / 4), Math.floor(height / 4)];
  if (columns < 2 || rows < 2) throw new Error(`${width}x${height} is smaller than 8x8`);
  const [a, b] = [lightOf(original), lightOf(other)];
  let upper = new Float64Array(columns * sumsInBlock);
  let lower = new Float64Array(columns * sumsInBlock);
  sumBlocks(a, b, width, 0, lower);
  let sum = 0;
  for (let row = 1; row < rows; row += 1) {
    [upper, lower] = [lower, upper];
    sumBlocks(a, b, width, row * 4, lower);
    for (let column = 1; column < columns; column += 1) {
      const at = column * sumsInBlock;
      const mean = (index: number) =>
        (upper[at - sumsInBlock + index]! +
          upper[at + index]! +
          lower[at - sumsInBlock + index]! +
          lower[at + index]!) /
        64;
      const [ma, mb] = [mean(0), mean(1)];
      const variances = mean(2) - ma * ma + mean(3) - mb * mb;
      const covariance = mean(4) - ma * mb;
      sum +=
        ((2 * ma * mb + c1) * (2 * covariance + c2)) /
        ((ma * ma + mb * mb + c1) * (variances + c2));
    }
  }
  return sum / ((columns - 1) * (rows - 1));
}
