import { estimateBytes } from './rule-of-thumb.ts';

export interface ExpectedPhoto {
  bytesIn: number;
  /** Null while it is not measured. */
  measured: number | null;
  quality: number;
  isLossy: boolean;
}

export interface ExpectedSum {
  /** Null where nothing can be said of some of it yet. */
  bytes: number | null;
  /** False while some of it is guessed. */
  isMeasured: boolean;
}

/** What photos will take together: measured, like their neighbors, or by the rule of thumb. */
export function sumExpected(photos: readonly ExpectedPhoto[]): ExpectedSum {
  const sizes = photos.map((photo) => photo.measured ?? guess(photo, photos));
  const isMeasured = photos.every(({ measured }) => measured !== null);
  const bytes = sizes.reduce<number | null>(
    (total, size) => (total === null || size === null ? null : total + size),
    0,
  );
  return { bytes, isMeasured };
}

/** The rule is for what is lossy: a PNG of a photo is some twenty times as big. */
function guess(
  { bytesIn, quality, isLossy }: ExpectedPhoto,
  photos: readonly ExpectedPhoto[],
): number | null {
  // What was measured already says more of its neighbors than the rule of thumb.
  const known = photos.filter((each) => each.measured !== null && each.isLossy === isLossy);
  const knownIn = known.reduce((total, each) => total + each.bytesIn, 0);
  const knownOut = known.reduce((total, each) => total + (each.measured ?? 0), 0);
  if (knownIn > 0) return (bytesIn * knownOut) / knownIn;
  return isLossy ? estimateBytes(bytesIn, quality) : null;
}
