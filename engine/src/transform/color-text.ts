/** Parses `#rrggbb` to red, green and blue, 0 to 255. */
export function parseColor(text: string): [number, number, number] {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Whether `#rrggbb` is a gray, so that gray pictures blended onto it stay gray. */
export function isGrayColor(text: string): boolean {
  const [red, green, blue] = parseColor(text);
  return red === green && green === blue;
}
