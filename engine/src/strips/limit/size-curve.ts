// The size of a picture in bytes as a function of quality, as far as it is known.

/** The share of a limit to aim for, and the share that is near enough. */
export const aim = 0.988;
export const nearEnough = 0.974;

/** Bytes at some qualities, both increasing. */
export type SizeCurve = readonly (readonly [quality: number, bytes: number])[];

/** Interpolates bytes for a quality, or a quality for bytes. Outside the curve, uses its end. */
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
 * The next quality to try to get `bytes`. Between two attempts around it, interpolates these,
 * because a curve measured in some rows lacks the bends. `tried` is in the order of the attempts.
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

/** The curve with all bytes multiplied by `factor`. */
export function times(curve: SizeCurve, factor: number): SizeCurve {
  return curve.map(([quality, bytes]) => [quality, bytes * factor]);
}

/** Bytes of a picture at one of its sizes. */
export interface BytesAtSize {
  pixels: number;
  bytes: number;
}

/** Exponent with which a picture's bytes grow with its pixels, `least` to 1. */
export function growthBetween(larger: BytesAtSize, smaller: BytesAtSize, least: number): number {
  const found = Math.log(larger.bytes / smaller.bytes) / Math.log(larger.pixels / smaller.pixels);
  return Math.min(Math.max(found, least), 1);
}
