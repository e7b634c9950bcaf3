/// <reference lib="webworker" />
import { languages, type Language } from '@stillpix/contract/languages';
import type { OfflineFile, OfflineFiles } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** The folder that contains this script, without a trailing slash: '' at the host's root. */
export const root = new URL('.', self.location.href).pathname.slice(0, -1);

/** The list from the build, with addresses for where the site is deployed. */
export function placeFiles(files: OfflineFiles): OfflineFiles {
  const place = (list: readonly OfflineFile[]) =>
    list.map((file) => ({ ...file, path: root + file.path }));
  const forEach = <T>(make: (language: Language) => T) =>
    Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
      Language,
      T
    >;
  return {
    ...files,
    common: place(files.common),
    codecs: place(files.codecs),
    languages: forEach((language) => place(files.languages[language])),
    missing: forEach((language) => root + files.missing[language]),
  };
}
