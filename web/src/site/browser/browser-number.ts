const numberKey = 'feature_rollout_percentage';

/** A random number that a browser draws once. Flags are rolled out to a share of browsers by it. */
export function readBrowserNumber(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  random: () => number,
): number {
  const stored = Number(storage.getItem(numberKey) ?? Number.NaN);
  if (Number.isSafeInteger(stored) && stored >= 0) return stored;
  const drawn = Math.floor(random() * 2 ** 32);
  storage.setItem(numberKey, String(drawn));
  return drawn;
}

/** `null` if storage is off. */
export function numberOfBrowser(): number | null {
  try {
    return readBrowserNumber(localStorage, Math.random);
  } catch {
    return null;
  }
}
