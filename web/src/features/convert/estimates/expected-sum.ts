import { estimateBytes } from './rule-of-thumb.ts';

export interface ExpectedPhoto {
  bytesIn: number;
  /** Null until it is measured. */
  measured: number | null;
  quality: number;
  isLossy: boolean;
}

export interface ExpectedSum {
  /** Null if some of it is unknown. */
  bytes: number | null;
  /** False while some of it is guessed. */
  isMeasured: boolean;
}

/** Total size of the results: measured, like measured neighbors, or by the rule of thumb. */
export function sumExpected(photos: readonly ExpectedPhoto[]): ExpectedSum {
  const sizes = photos.map((photo) => photo.measured ?? guess(photo, photos));
  const isMeasured = photos.every(({ measured }) => measured !== null);
  const bytes = sizes.reduce<number | null>(
    (total, size) => (total === null || size === null ? null : total + size),
    0,
  );
  return { bytes, isMeasured };
}

/** The rule is for lossy results: a PNG of a photo is about twenty times as large. */
function guess(
  { bytesIn, quality, isLossy }: ExpectedPhoto,
  photos: readonly ExpectedPhoto[],
): number | null {
  // Measured photos predict their neighbors better than the rule of thumb.
  const known = photos.filter((each) => each.measured !== null && each.isLossy === isLossy);
  const knownIn = known.reduce((total, each) => total + each.bytesIn, 0);
  const knownOut = known.reduce((total, each) => total + (each.measured ?? 0), 0);
  if (knownIn > 0) return (bytesIn * knownOut) / knownIn;
  return isLossy ? estimateBytes(bytesIn, quality) : null;
}
