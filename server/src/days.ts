export const dayMs = 86_400_000;

/** So many times 24 hours later, or earlier where `days` is negative. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}
