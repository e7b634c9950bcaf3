import type { Raster } from '../../../planes/raster.ts';

/**
 * Share of pixels that equal the one above: from the first a picture may be a drawing, from the
 * second it certainly is. Heavily compressed photos are in between.
 */
const evenShare = 0.3;
const drawnShare = 0.6;

/** Below this many pixels, libwebp makes smaller files and is fast enough. */
const leastPhoto = 2 ** 19;

/** Pictures with fewer colors use a palette, unless all are gray. */
const leastColors = 1024;

/**
 * Rows repeat themselves if at least this share of positions continues like an earlier position in
 * the row.
 */
const copiedShare = 0.2;

/** Number of rows examined for all pixels, and for repeats. */
const lookedAt = 64;
const searched = 16;

/** Rows spread over the picture, without the first. */
function* someRows({ width, height, data }: Raster, count: number): Generator<Uint32Array> {
  const step = Math.max(1, Math.floor(height / count));
  for (let y = 1; y < height; y += step) {
    yield new Uint32Array(data.buffer, data.byteOffset + (y - 1) * width * 4, 2 * width);
  }
}

/** Share of the visible pixels that equal the one above. */
function shareLikeAbove(raster: Raster): number {
  const { width } = raster;
  let [same, all] = [0, 0];
  for (const rows of someRows(raster, lookedAt)) {
    for (let x = 0; x < width; x++) {
      const pixel = rows[x + width]!;
      if (pixel >>> 24 === 0) continue;
      all++;
      if (pixel === rows[x]) same++;
    }
  }
  return all > 0 ? same / all : 1;
}

function hasManyColors(raster: Raster): boolean {
  const colors = new Set<number>();
  let isGray = true;
  for (const rows of someRows(raster, lookedAt)) {
    for (const pixel of rows) {
      colors.add(pixel);
      const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      isGray &&= red === green && green === blue;
    }
    if (colors.size >= leastColors) return true;
  }
  return isGray;
}

/** Whether rows repeat themselves, apart from runs of one color. */
function hasRepeats(raster: Raster): boolean {
  const { width } = raster;
  let [copied, all] = [0, 0];
  for (const rows of someRows(raster, searched)) {
    const seen = new Set<number>();
    for (let x = 0; x + 3 < width; x++) {
      const [a, b, c, d] = [rows[x]!, rows[x + 1]!, rows[x + 2]!, rows[x + 3]!];
      if (a === b && b === c && c === d) continue;
      const four = Math.imul(Math.imul(Math.imul(a, 31) + b, 0x2c1b3c6d) + c, 0x297a2d39) + d;
      if (seen.has(four)) copied++;
      else seen.add(four);
    }
    all += width;
  }
  return copied >= all * copiedShare;
}

/** A photo is large, has many colors and no repeats. A drawing has uniform areas or repeats. */
export type Content = 'photo' | 'drawing' | 'other';

/** Classifies an 8-bit picture by some of its rows. */
export function contentOf(raster: Raster): Content {
  const share = shareLikeAbove(raster);
  if (share >= drawnShare || hasRepeats(raster)) return 'drawing';
  const isLarge = raster.width * raster.height >= leastPhoto;
  if (isLarge && hasManyColors(raster)) return 'photo';
  return share >= evenShare ? 'drawing' : 'other';
}
