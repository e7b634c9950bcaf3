import type { Language } from '../site/pages/language.ts';

/**
 * The only text that every page contains in all languages: it addresses visitors on the wrong one.
 */
export const offers: Record<Language, { text: string; go: string }> = {
  en: { text: 'This page is also available in English.', go: 'Read in English' },
  es: { text: 'Esta página también está en español.', go: 'Leer en español' },
  pt: { text: 'Esta página também existe em português.', go: 'Ler em português' },
  de: { text: 'Diese Seite gibt es auch auf Deutsch.', go: 'Auf Deutsch lesen' },
};
