import { lazyMessages } from '../../i18n/lazy-messages.ts';

/** All messages from the first file on. The drop zone's few messages come with the page. */
export const useWorkspaceMessages = lazyMessages({
  en: () => import('../../i18n/en/workspace.ts').then((module) => module.workspace),
  es: () => import('../../i18n/es/workspace.ts').then((module) => module.workspace),
  pt: () => import('../../i18n/pt/workspace.ts').then((module) => module.workspace),
  de: () => import('../../i18n/de/workspace.ts').then((module) => module.workspace),
});
