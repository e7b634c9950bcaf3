import { lazyMessages } from '../../i18n/lazy-messages.ts';

export const useAccountMessages = lazyMessages({
  en: () => import('../../i18n/en/account.ts').then((module) => module.account),
  es: () => import('../../i18n/es/account.ts').then((module) => module.account),
  pt: () => import('../../i18n/pt/account.ts').then((module) => module.account),
  de: () => import('../../i18n/de/account.ts').then((module) => module.account),
});
