import { brand } from '@stillpix/contract/brand';

/** What visitors decide about their own data, on the page about what is stored. */
export interface Choices {
  /** The converter remembers its settings in this browser. */
  settings: boolean;
  /** The conversions of a day are counted in this browser. */
  counter: boolean;
  /** The site's own files are kept, so that it works without a network. */
  offline: boolean;
  /** What lies on the converter's table stays in this browser until the visitor comes back. */
  table: boolean;
  /** Pages to read may show a publisher's advertisements. Read by the boot script too. */
  ads: boolean;
}

/** In local storage. */
export const choicesKey = `${brand.slug}_choices`;

const untouched: Choices = {
  settings: true,
  counter: true,
  offline: true,
  // Computers are shared: photos stay only where somebody asks for it.
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
    // Storage is off, or holds something else.
    return untouched;
  }
}

export function keepChoices(storage: Pick<Storage, 'setItem'>, choices: Choices): void {
  storage.setItem(choicesKey, JSON.stringify(choices));
}
