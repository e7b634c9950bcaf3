/**
 * Number of parts, the last ones, that the worker makes itself that reads them all.
 *
 * @param share Time that reading a part takes, of that for making it. 1 leaves it the last part only.
 */
export function ownParts(count: number, others: number, share: number): number {
  return Math.max(1, Math.ceil((count * (1 - share * others)) / (others + 1)));
}
