import { brand } from '@stillpix/contract/brand';

/** The visitor's privacy choices, on the page about stored data. */
export interface Choices {
  /** The converter remembers its settings in this browser. */
  settings: boolean;
  /** The day's conversions are counted in this browser. */
  counter: boolean;
  /** The site's files are stored, so that it works without a network. */
  offline: boolean;
  /** The converter's list stays in this browser until the visitor comes back. */
  table: boolean;
  /** Reading pages may show a publisher's advertisements. Also read by the boot script. */
  ads: boolean;
}

/** In local storage. */
export const choicesKey = `${brand.slug}_choices`;

const untouched: Choices = {
  settings: true,
  counter: true,
  offline: true,
  // Computers are shared, so photos are kept only if the visitor asks for it.
  table: false,
  ads: false,
};

export function readChoices(storage: Pick<Storage, 'getItem'>): Choices {
  try {
    const stored = JSON.parse(storage.getItem(choicesKey) ?? '{}') as Partial<Choices>;
    return {
      settings: stored.settings !== false,
      counter: stored.counter !== false,
      offline: stored.offline !== false,
      table: stored.table === true,
      ads: stored.ads === true,
    };
  } catch {
    // Storage is off, or contains something else.
    return untouched;
  }
}

export function keepChoices(storage: Pick<Storage, 'setItem'>, choices: Choices): void {
  storage.setItem(choicesKey, JSON.stringify(choices));
}
