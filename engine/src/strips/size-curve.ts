// What a picture takes at each quality, as far as it is known.

/** What is aimed at, and what is near enough below the limit: parts of the limit. */
export const aim = 0.988;
export const nearEnough = 0.974;

/** Bytes for some qualities, both rising. */
export type SizeCurve = readonly (readonly [quality: number, bytes: number])[];

/** The curve's value at a quality, and the quality for a value; what lies outside has that of the end. */
export function bytesAt(curve: SizeCurve, quality: number): number {
  const next = curve.findIndex(([at]) => at >= quality);
  if (next <= 0) return curve.at(next)![1];
  const [[from, low], [to, high]] = [curve[next - 1]!, curve[next]!];
  return low * (high / low) ** ((quality - from) / (to - from));
}

export function qualityFor(curve: SizeCurve, bytes: number): number {
  const next = curve.findIndex(([, each]) => each >= bytes);
  if (next <= 0) return curve.at(next)![0];
  const [[from, low], [to, high]] = [curve[next - 1]!, curve[next]!];
  return from + ((to - from) * Math.log(bytes / low)) / Math.log(high / low);
}

/**
 * What to try next for so many bytes: between two tries where these are around them, as a curve that is measured in
 * some rows does not know its bends. `tried` is in the order of the tries.
 */
export function nextQuality(
  curve: SizeCurve,
  tried: readonly (readonly [quality: number, bytes: number])[],
  bytes: number,
): number {
  const below = tried.filter(([, each]) => each <= bytes).sort(([a], [b]) => b - a)[0];
  const above = tried.filter(([, each]) => each > bytes).sort(([a], [b]) => a - b)[0];
  if (below && above) return qualityFor([below, above], bytes);
  const [quality, found] = tried.at(-1)!;
  return qualityFor(times(curve, found / bytesAt(curve, quality)), bytes);
}

/** All of it so many times as high. */
export function times(curve: SizeCurve, factor: number): SizeCurve {
  return curve.map(([quality, bytes]) => [quality, bytes * factor]);
}

/** What a picture takes at one of its sizes. */
export interface BytesAtSize {
  pixels: number;
  bytes: number;
}

/** The power of its pixels that a picture's bytes grow with, from a smaller size to a larger: `least` to 1. */
export function growthBetween(larger: BytesAtSize, smaller: BytesAtSize, least: number): number {
  const found = Math.log(larger.bytes / smaller.bytes) / Math.log(larger.pixels / smaller.pixels);
  return Math.min(Math.max(found, least), 1);
}
