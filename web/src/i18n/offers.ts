import type { Language } from '../site/pages/language.ts';

/** The one text that every page carries in all languages: it speaks to those who are on the wrong one. */
export const offers: Record<Language, { text: string; go: string }> = {
  en: { text: 'This page is also available in English.', go: 'Read in English' },
  es: { text: 'Esta página también está en español.', go: 'Leer en español' },
  pt: { text: 'Esta página também existe em português.', go: 'Ler em português' },
  de: { text: 'Diese Seite gibt es auch auf Deutsch.', go: 'Auf Deutsch lesen' },
};
