import type { KnownTrust, Trust } from './trust.ts';

/** Where the caller keeps a short text between visits, for example in `localStorage`. */
export interface TextStorage {
  load(): string | null;
  save(text: string): void;
}

const form = /^(?:[\w.]+=(?:trusted|distrusted)(?:,|$))*$/;

/**
 * What a pool's workers have learned about this browser's video decoders. Workers have no storage
 * that a page can show or clear, so the page stores it, and only if the caller provides a place. It
 * expires with the browser's version, because another version may have other decoders.
 */
export class TrustStore {
  readonly #known: Record<string, Trust> = {};
  readonly #storage: TextStorage | null;
  readonly #browser: string;

  /** `browser` identifies the browser and its version: `navigator.userAgent`. */
  constructor(storage: TextStorage | null, browser: string) {
    this.#storage = storage;
    this.#browser = browser;
    const [writtenBy, text = ''] = (storage?.load() ?? '').split('\n');
    // The stored text is not trusted: anything may have changed it.
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
