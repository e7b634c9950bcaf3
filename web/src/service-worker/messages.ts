import type { Language } from '@stillpix/contract/languages';

/** A file of the site that works without a network. */
export interface OfflineFile {
  /** From the root of the site: `/assets/…`, `/heic-to-jpg`. */
  path: string;
  /** Compressed with gzip, as most visitors download it. */
  bytes: number;
}

/** The files of this version that are kept for use without a network. */
export interface OfflineFiles {
  /** Changes when a file of the lists does. */
  version: string;
  /** Scripts, styles, the font, and the codecs for most pictures. */
  common: readonly OfflineFile[];
  /** Pages with tools, and the scripts of one language. */
  languages: Readonly<Record<Language, readonly OfflineFile[]>>;
  /** Codecs for rarer pictures. */
  codecs: readonly OfflineFile[];
  /** The page shown instead of one that was never visited. */
  missing: Readonly<Record<Language, string>>;
}

/** How much is kept, in bytes as a visitor would download them. */
export interface OfflineState {
  stored: number;
  total: number;
  /** True once rarer codecs are requested, too. */
  wantsEverything: boolean;
}

/** Requests that the service worker answers on the port sent with them. */
export type PageQuestion =
  | { kind: 'keep'; language: Language; everything: boolean }
  | { kind: 'state'; language: Language }
  | { kind: 'forget' };

/** From a page to the service worker. */
export type PageRequest = PageQuestion | { kind: 'take-over' };

export type WorkerAnswer =
  | { kind: 'progress'; state: OfflineState }
  | { kind: 'done'; state: OfflineState }
  | { kind: 'forgotten' }
  | { kind: 'failed'; message: string };
