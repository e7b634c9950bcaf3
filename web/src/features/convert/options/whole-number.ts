/** What a number field holds, within 1 and `max`; null when it is empty or no number. */
export function toWholeNumber(text: string, max: number): number | null {
  const value = Math.round(Number(text));
  return text.trim() === '' || !Number.isFinite(value) || value < 1 ? null : Math.min(value, max);
}
