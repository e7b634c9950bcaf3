const numberKey = 'feature_rollout_percentage';

/** A number that a browser draws once, by which flags are rolled out to a part of all browsers. */
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

/** `null` where storage is off. */
export function numberOfBrowser(): number | null {
  try {
    return readBrowserNumber(localStorage, Math.random);
  } catch {
    return null;
  }
}
