import type { Language } from './languages.ts';

const words: Record<Language, { none: string; limited: (files: number) => string }> = {
  en: { none: 'No.', limited: (files) => `Yes: ${files} files a day. Pro has no such limit.` },
  es: { none: 'No.', limited: (files) => `Sí: ${files} archivos al día. Pro no tiene ese límite.` },
  pt: {
    none: 'Não.',
    limited: (files) => `Sim: ${files} arquivos por dia. O Pro não tem esse limite.`,
  },
  de: {
    none: 'Nein.',
    limited: (files) => `Ja: ${files} Dateien am Tag. Mit Pro gibt es diese Grenze nicht.`,
  },
};

/** Placeholder in the built pages for the operator's daily limit. */
export const dailyLimitPlace = '{DAILY-LIMIT}';

/** Answers whether the free service has a daily limit. */
export function describeDailyLimit(files: number | undefined, language: Language): string {
  const { none, limited } = words[language];
  return files === undefined ? none : limited(files);
}
