import { lazyMessages } from '../../i18n/lazy-messages.ts';

export const useBillingMessages = lazyMessages({
  en: () => import('../../i18n/en/billing.ts').then((module) => module.billing),
  es: () => import('../../i18n/es/billing.ts').then((module) => module.billing),
  pt: () => import('../../i18n/pt/billing.ts').then((module) => module.billing),
  de: () => import('../../i18n/de/billing.ts').then((module) => module.billing),
});
