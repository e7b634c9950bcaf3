import type { Target } from './report.ts';

/** So many times as fast, or more. */
export function atLeast(what: string, asked: number, found: number): Target {
  const reached = found >= asked;
  return { what, asked: `${asked}x or more`, found: `${found.toFixed(2)}x`, reached };
}

/** So much of a unit, or less. */
export function atMost(what: string, asked: number, found: number, unit: string): Target {
  const reached = found <= asked;
  // As many digits as tell whether it is reached.
  const shown = found.toFixed(found < 10 ? 2 : 1);
  return { what, asked: `${asked} ${unit} or less`, found: `${shown} ${unit}`, reached };
}
