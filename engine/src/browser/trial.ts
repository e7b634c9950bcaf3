/** Decodes with a decoder of the browser's; `null` where that cannot be trusted or fails. */
type Trusting = <T extends object>(
  decode: () => Promise<T | null>,
  /** What to do with a result that cannot be trusted. */
  discard?: (result: T) => void,
) => Promise<T | null>;

/** Trust is found out once, while the first picture is being decoded. */
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
