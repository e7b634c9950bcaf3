import { lazyMessages } from '../../../../i18n/lazy-messages.ts';

/** Messages about ZIPs, which few visitors add. */
export const useArchiveMessages = lazyMessages({
  en: () => import('../../../../i18n/en/archives.ts').then((module) => module.archives),
  es: () => import('../../../../i18n/es/archives.ts').then((module) => module.archives),
  pt: () => import('../../../../i18n/pt/archives.ts').then((module) => module.archives),
  de: () => import('../../../../i18n/de/archives.ts').then((module) => module.archives),
});
