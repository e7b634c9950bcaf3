import type { Rectangle } from '../../../geometry.ts';
import type { PixelRows } from '../../../planes/raster.ts';

/** Side of a macroblock in pixels, and of a quarter of it. */
const side = 16;
const half = 8;

/** Alpha is the top byte of a pixel. */
const alphaShift = 24;

/** The first three bytes of a pixel, whichever colors these are. */
export type Color = readonly [first: number, second: number, third: number];

function cut(x: number, y: number, size: number, to: Rectangle): Rectangle {
  const [right, bottom] = [to.x + to.width, to.y + to.height];
  return { x, y, width: Math.min(size, right - x), height: Math.min(size, bottom - y) };
}

/**
 * Gives fully transparent pixels of 8 bits the color of those around them, in place. That takes few
 * bytes, and no old color bleeds into visible edges. Writes their alpha to `alpha`, in rows without
 * gaps.
 *
 * @param above Of the pixel above the first one, where these are not a picture's first rows.
 */
export function fillTransparent(
  { width, height, data }: PixelRows,
  alpha: Uint8Array,
  above: Color | null = null,
): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let at = 0; at < pixels.length; at++) alpha[at] = pixels[at]! >>> alphaShift;

  const hasClear = ({ x, y, ...area }: Rectangle): boolean => {
    for (let row = y; row < y + area.height; row++) {
      const end = row * width + x + area.width;
      for (let at = end - area.width; at < end; at++) if (alpha[at] === 0) return true;
    }
    return false;
  };
  /** Mean color, weighted by alpha. `null` where nothing is visible. */
  const colorOf = ({ x, y, ...area }: Rectangle): Color | null => {
    let [red, green, blue, weight] = [0, 0, 0, 0];
    for (let row = y; row < y + area.height; row++) {
      const end = row * width + x + area.width;
      for (let at = end - area.width; at < end; at++) {
        const share = alpha[at]!;
        red += data[at * 4]! * share;
        green += data[at * 4 + 1]! * share;
        blue += data[at * 4 + 2]! * share;
        weight += share;
      }
    }
    return weight > 0 ? [red / weight, green / weight, blue / weight] : null;
  };
  const fill = ({ x, y, ...area }: Rectangle, [red, green, blue]: Color): void => {
    for (let row = y; row < y + area.height; row++) {
      const end = row * width + x + area.width;
      for (let at = end - area.width; at < end; at++) {
        if (alpha[at] !== 0) continue;
        data[at * 4] = red;
        data[at * 4 + 1] = green;
        data[at * 4 + 2] = blue;
      }
    }
  };

  const whole = { x: 0, y: 0, width, height };
  for (let y = 0; y < height; y += side) {
    // Most rows of most pictures have nothing to fill, and are passed over at once.
    if (!alpha.subarray(y * width, (y + side) * width).includes(0)) continue;
    let left = y > 0 ? colorAt(data, (y - 1) * width) : above;
    for (let x = 0; x < width; x += side) {
      const block = cut(x, y, side, whole);
      if (!hasClear(block)) {
        left = null;
        continue;
      }
      // Where nothing is visible, continues the color to the left.
      left = colorOf(block) ?? left ?? (x > 0 ? colorAt(data, y * width + x - 1) : [0, 0, 0]);
      for (const down of [y, y + half]) {
        for (const across of [x, x + half]) {
          const quarter = cut(across, down, half, block);
          fill(quarter, colorOf(quarter) ?? left);
        }
      }
    }
  }
}

/** Of a pixel. */
export function colorAt(data: PixelRows['data'], pixel: number): Color {
  return [data[pixel * 4]!, data[pixel * 4 + 1]!, data[pixel * 4 + 2]!];
}
