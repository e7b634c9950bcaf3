import type { KnownTrust, Trust } from './trust.ts';

/** Where a caller keeps a short text from one visit to the next, for example in `localStorage`. */
export interface TextStorage {
  load(): string | null;
  save(text: string): void;
}

const form = /^(?:[\w.]+=(?:trusted|distrusted)(?:,|$))*$/;

/**
 * What the workers of a pool have found out about this browser's video decoders. Workers have no
 * storage that a page can show or clear, so the page keeps it, and only if the caller gives a place.
 * Another version of the browser may have other decoders, so it begins anew.
 */
export class TrustStore {
  readonly #known: Record<string, Trust> = {};
  readonly #storage: TextStorage | null;
  readonly #browser: string;

  /** `browser` names the browser and its version: `navigator.userAgent`. */
  constructor(storage: TextStorage | null, browser: string) {
    this.#storage = storage;
    this.#browser = browser;
    const [writtenBy, text = ''] = (storage?.load() ?? '').split('\n');
    // Anything could have been written there since.
    if (writtenBy !== browser || !form.test(text)) return;
    for (const entry of text.split(',')) {
      const [codec, value] = entry.split('=');
      if (codec && value) this.#known[codec] = value as Trust;
    }
  }

  get known(): KnownTrust {
    return this.#known;
  }

  add(told: KnownTrust): void {
    Object.assign(this.#known, told);
    const entries = Object.entries(this.#known).map((entry) => entry.join('='));
    this.#storage?.save(`${this.#browser}\n${entries.join(',')}`);
  }
}
