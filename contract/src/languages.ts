/** The languages of the product; the first is the fallback. */
export const languages = ['en', 'es', 'pt', 'de'] as const;

export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = 'en';

/** For Intl formatters and Open Graph: Brazilian Portuguese; Spanish without a country. */
export const locales: Record<Language, string> = {
  en: 'en-US',
  es: 'es',
  pt: 'pt-BR',
  de: 'de-DE',
};

/** Whether a value is exactly one of our language codes (`es`, not `es-MX`). */
export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, section 12.5.4). `null` if
 * it names none of them. Respects weights; `es-MX` counts as `es`.
 */
export function findAcceptedLanguage(header: string | null | undefined): Language | null {
  let best: Language | null = null;
  let bestWeight = 0;
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const code = range.split('-')[0];
    if (!isLanguage(code)) continue;
    const quality = parameters
      .map((p) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(p)?.[1])
      .find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    if (weight > bestWeight) {
      best = code;
      bestWeight = weight;
    }
  }
  return best;
}
