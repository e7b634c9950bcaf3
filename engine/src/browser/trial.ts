/** Decodes with a browser's decoder. `null` where that fails or cannot be trusted. */
type Trusting = <T extends object>(
  decode: () => Promise<T | null>,
  /** Disposes of a result that cannot be trusted. */
  discard?: (result: T) => void,
) => Promise<T | null>;

/** Runs the trial once, in parallel with decoding the first picture. */
export function afterTrial(trial: () => Promise<boolean>): Trusting {
  let outcome: Promise<boolean> | null = null;
  let failed = false;
  return async (decode, discard) => {
    if (failed) return null;
    outcome ??= trial();
    const [trusted, result] = await Promise.all([outcome, decode().catch(() => null)]);
    failed = !trusted;
    if (trusted) return result;
    if (result) discard?.(result);
    return null;
  };
}
