/** The number in a field, between 1 and `max`; null if it is empty or not a number. */
export function toWholeNumber(text: string, max: number): number | null {
  const value = Math.round(Number(text));
  return text.trim() === '' || !Number.isFinite(value) || value < 1 ? null : Math.min(value, max);
}
