export const dayMs = 86_400_000;

/** Adds periods of 24 hours; `days` may be negative. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}
