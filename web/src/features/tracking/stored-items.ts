import { isOwnName } from './own-names.ts';

/** Something that this site has stored in the browser. */
export interface StoredItem {
  name: string;
  area: 'localStorage' | 'sessionStorage';
  /** In characters. Browsers use two bytes for each. */
  length: number;
}

export function listStoredItems(): StoredItem[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((area) => {
    try {
      return Object.entries(window[area])
        .filter(([name]) => isOwnName(name))
        .map(([name, value]) => ({ name, area, length: String(value).length }));
    } catch {
      // Storage is off: nothing is stored.
      return [];
    }
  });
}

export function removeItem({ name, area }: StoredItem): void {
  window[area].removeItem(name);
}

export function removeAllItems(): void {
  for (const each of listStoredItems()) removeItem(each);
}
