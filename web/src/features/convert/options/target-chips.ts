/** Kilobytes that forms and mail programs most often ask for. */
const usual = [100, 200, 500, 1000, 2000];

/** The usual sizes, and the current one if it is another. */
export function targetChips(current: number | null): number[] {
  if (current === null || usual.includes(current)) return usual;
  return [...usual, current].sort((a, b) => a - b);
}
