import { use } from 'react';
import type { Language } from '../site/pages/language.ts';
import { useLanguage } from './messages.ts';

interface LazyMessages<T> {
  (): T;
  /** Loads the messages before the hook is used, so that it has them at once. */
  load: (language: Language) => Promise<T>;
}

/**
 * Messages of a feature that few visitors open (account, billing). Loaded with the feature, in the
 * page's language only. The hook suspends until they are loaded.
 *
 * @example export const useAccountMessages = lazyMessages({ en: () =>
 * import('./en/account.ts').then((m) => m.account), … })
 */
export function lazyMessages<T extends object>(
  loaders: Record<Language, () => Promise<T>>,
): LazyMessages<T> {
  const loading = new Map<Language, Promise<T>>();
  // React suspends even for a promise that is fulfilled already, and then shows the fallback for
  // 300 ms.
  const loaded = new Map<Language, T>();
  async function fetchMessages(language: Language): Promise<T> {
    try {
      const messages = await loaders[language]();
      loaded.set(language, messages);
      return messages;
    } catch (error) {
      // Forgotten, so that the next attempt loads again.
      loading.delete(language);
      throw error;
    }
  }
  function load(language: Language): Promise<T> {
    const promise = loading.get(language) ?? fetchMessages(language);
    loading.set(language, promise);
    return promise;
  }
  function useLazyMessages(): T {
    const language = useLanguage();
    return loaded.get(language) ?? use(load(language));
  }
  return Object.assign(useLazyMessages, { load });
}
