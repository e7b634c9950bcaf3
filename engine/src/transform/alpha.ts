import type { Raster } from '../planes/raster.ts';
import { parseColor } from './color-text.ts';

/** Divides color by alpha, in place. Returns the raster. */
export function unpremultiply(raster: Raster): Raster {
  if (!raster.premultiplied) return raster;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  // Uint8ClampedArray rounds by itself, while Uint16Array truncates.
  const half = max === 255 ? 0 : 0.5;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === max || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min((data[channel]! * max) / alpha + half, max);
    }
  }
  raster.premultiplied = false;
  return raster;
}

/** Sets `opaque` if no pixel is transparent. */
export function findOpaque(raster: Raster): void {
  if (raster.opaque) return;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== max) return;
  raster.opaque = true;
  raster.premultiplied = false;
}

/** Blends straight RGBA onto a color, in place. Blends encoded values, as every viewer does. */
export function flatten(raster: Raster, background: string): void {
  if (raster.opaque) return;
  const { data } = raster;
  const [red, green, blue] = parseColor(background);
  if (data instanceof Uint16Array) {
    layOn(data, 65_535, [red * 257, green * 257, blue * 257]);
  } else {
    layOn(new Uint8Array(data.buffer, data.byteOffset, data.length), 255, [red, green, blue]);
  }
  raster.opaque = true;
  if (red !== green || green !== blue) raster.gray = false;
}

function layOn(
  data: Uint8Array | Uint16Array,
  max: number,
  [red, green, blue]: readonly [number, number, number],
): void {
  const half = (max - 1) / 2;
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at]!;
    // Shortcut: most pixels are opaque.
    if (alpha === max) continue;
    const rest = max - alpha;
    data[at - 3] = (data[at - 3]! * alpha + red * rest + half) / max;
    data[at - 2] = (data[at - 2]! * alpha + green * rest + half) / max;
    data[at - 1] = (data[at - 1]! * alpha + blue * rest + half) / max;
    data[at] = max;
  }
}
