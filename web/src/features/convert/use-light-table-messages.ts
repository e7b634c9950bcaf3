import { lazyMessages } from '../../i18n/lazy-messages.ts';

/** Everything said from the first file on; the drop zone's few words come with the page. */
export const useLightTableMessages = lazyMessages({
  en: () => import('../../i18n/en/light-table.ts').then((module) => module.lightTable),
  es: () => import('../../i18n/es/light-table.ts').then((module) => module.lightTable),
  pt: () => import('../../i18n/pt/light-table.ts').then((module) => module.lightTable),
  de: () => import('../../i18n/de/light-table.ts').then((module) => module.lightTable),
});
