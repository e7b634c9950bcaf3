/** One thing that this site keeps in the browser. */
export interface Kept {
  name: string;
  area: 'localStorage' | 'sessionStorage';
  /** In characters; a browser keeps two bytes for each. */
  length: number;
}

// The site shares its origin with nobody, so all that is there is its own.
export function listKept(): Kept[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((area) => {
    try {
      return Object.entries(window[area]).map(([name, value]) => ({
        name,
        area,
        length: String(value).length,
      }));
    } catch {
      // Storage is off: nothing is kept.
      return [];
    }
  });
}

export function forget({ name, area }: Kept): void {
  window[area].removeItem(name);
}

export function forgetAll(): void {
  for (const each of listKept()) forget(each);
}
