import { use } from 'react';
import type { Language } from '../site/pages/language.ts';
import { useLanguage } from './messages.ts';

/**
 * Messages of a feature that few visitors open (account, billing): fetched with the feature, for the
 * page's language only. The hook suspends until they are there.
 *
 * @example export const useAccountMessages = lazyMessages({ en: () => import('./en/account.ts').then((m) => m.account), … })
 */
export function lazyMessages<T>(loaders: Record<Language, () => Promise<T>>): () => T {
  const loaded = new Map<Language, Promise<T>>();
  return function useLazyMessages() {
    const language = useLanguage();
    let promise = loaded.get(language);
    if (!promise) {
      promise = loaders[language]();
      // A failed download is forgotten, so that the next attempt fetches again.
      promise.catch(() => loaded.delete(language));
      loaded.set(language, promise);
    }
    return use(promise);
  };
}
