const bucketKey = 'feature_rollout_percentage';

/** The last two digits of a number drawn once per browser: 0 to 99. */
export function rolloutBucket(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  random: () => number,
): number {
  const stored = Number(storage.getItem(bucketKey) ?? Number.NaN);
  if (Number.isInteger(stored) && stored >= 0 && stored < 100) return stored;
  const drawn = Math.floor(random() * 1_000_000) % 100;
  storage.setItem(bucketKey, String(drawn));
  return drawn;
}

export function bucketOfBrowser(): number {
  try {
    return rolloutBucket(localStorage, Math.random);
  } catch {
    // Storage is off: the visitor gets what everyone gets.
    return 99;
  }
}
