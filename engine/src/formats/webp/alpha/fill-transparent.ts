import type { Rectangle } from '../../../geometry.ts';
import type { Raster } from '../../../planes/raster.ts';

/** Side of a macroblock in pixels, and of a quarter of it. */
const side = 16;
const half = 8;

type Color = readonly [red: number, green: number, blue: number];

function cut(x: number, y: number, size: number, to: Rectangle): Rectangle {
  const [right, bottom] = [to.x + to.width, to.y + to.height];
  return { x, y, width: Math.min(size, right - x), height: Math.min(size, bottom - y) };
}

/**
 * Gives fully transparent pixels the color of those around them, in place. That takes few bytes,
 * and no old color bleeds into visible edges. Returns the alpha, in rows without gaps.
 */
export function fillTransparent({ width, height, data }: Raster): Uint8Array<ArrayBuffer> {
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3]!;

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
    let left: Color | null = y > 0 ? colorAt(data, (y - 1) * width) : null;
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
  return alpha;
}

function colorAt(data: Raster['data'], pixel: number): Color {
  return [data[pixel * 4]!, data[pixel * 4 + 1]!, data[pixel * 4 + 2]!];
}
