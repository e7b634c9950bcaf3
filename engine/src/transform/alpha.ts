import type { Raster } from '../planes/raster.ts';

/** `#rrggbb` as three numbers, 0 to 255. */
function parseColor(text: string): [number, number, number] {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Undoes a multiplication by alpha, in place; gives the raster back. */
export function unpremultiply(raster: Raster): Raster {
  if (!raster.premultiplied) return raster;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === max || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min((data[channel]! * max) / alpha + 0.5, max);
    }
  }
  raster.premultiplied = false;
  return raster;
}

/** Sets `opaque` when no pixel turns out to be transparent. */
export function findOpaque(raster: Raster): void {
  if (raster.opaque) return;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== max) return;
  raster.opaque = true;
  raster.premultiplied = false;
}

/** Lays straight RGBA on a color, in place, in the encoded values as every viewer does. */
export function flatten(raster: Raster, background: string): void {
  if (raster.opaque) return;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const [red, green, blue] = parseColor(background).map((value) => (value * max) / 255);
  const half = max === 255 ? 0 : 0.5;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / max;
    const rest = 1 - alpha;
    data[at] = data[at]! * alpha + red! * rest + half;
    data[at + 1] = data[at + 1]! * alpha + green! * rest + half;
    data[at + 2] = data[at + 2]! * alpha + blue! * rest + half;
    data[at + 3] = max;
  }
  raster.opaque = true;
  if (red !== green || green !== blue) raster.gray = false;
}
