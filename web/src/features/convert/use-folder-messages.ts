import { lazyMessages } from '../../i18n/lazy-messages.ts';

/** Messages about folders, which only some browsers can open. */
export const useFolderMessages = lazyMessages({
  en: () => import('../../i18n/en/folders.ts').then((module) => module.folders),
  es: () => import('../../i18n/es/folders.ts').then((module) => module.folders),
  pt: () => import('../../i18n/pt/folders.ts').then((module) => module.folders),
  de: () => import('../../i18n/de/folders.ts').then((module) => module.folders),
});
