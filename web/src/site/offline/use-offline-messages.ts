import { lazyMessages } from '../../i18n/lazy-messages.ts';

export const useOfflineMessages = lazyMessages({
  en: () => import('../../i18n/en/offline.ts').then(({ offline }) => offline),
  es: () => import('../../i18n/es/offline.ts').then(({ offline }) => offline),
  pt: () => import('../../i18n/pt/offline.ts').then(({ offline }) => offline),
  de: () => import('../../i18n/de/offline.ts').then(({ offline }) => offline),
});
