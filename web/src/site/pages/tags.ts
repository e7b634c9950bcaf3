import type { Language } from './language.ts';

/**
 * Subjects of articles, with the slug of each one's list. Their names are in
 * `i18n/<language>/reading.ts`.
 */
const tagSlugs = {
  heic: 'heic',
  jpg: 'jpg',
  webp: 'webp',
  png: 'png',
  avif: 'avif',
  raw: 'raw',
  iphone: 'iphone',
  android: 'android',
  windows: 'windows',
  mac: 'mac',
  privacy: { en: 'privacy', es: 'privacidad', pt: 'privacidade', de: 'privatsphaere' },
  metadata: { en: 'metadata', es: 'metadatos', pt: 'metadados', de: 'metadaten' },
  quality: { en: 'quality', es: 'calidad', pt: 'qualidade', de: 'qualitaet' },
  size: { en: 'size', es: 'tamano', pt: 'tamanho', de: 'groesse' },
  color: { en: 'color', es: 'color', pt: 'cor', de: 'farbe' },
  sharing: { en: 'sharing', es: 'compartir', pt: 'compartilhar', de: 'teilen' },
  print: { en: 'print', es: 'impresion', pt: 'impressao', de: 'drucken' },
  web: 'web',
  ai: { en: 'ai', es: 'ia', pt: 'ia', de: 'ki' },
  comparison: { en: 'comparison', es: 'comparacion', pt: 'comparacao', de: 'vergleich' },
  'how-to': { en: 'how-to', es: 'paso-a-paso', pt: 'passo-a-passo', de: 'anleitung' },
} as const satisfies Record<string, string | Record<Language, string>>;

export type Tag = keyof typeof tagSlugs;

export const tagIds = Object.keys(tagSlugs) as [Tag, ...Tag[]];

/** `calidad` for the tag `quality` in Spanish. */
export function tagSlug(tag: Tag, language: Language): string {
  const slug = tagSlugs[tag];
  return typeof slug === 'string' ? slug : slug[language];
}

/** The slug of a tag's list before slugs were translated. */
export function oldTagSlug(tag: Tag): string {
  return tag === 'color' ? 'colour' : tag;
}

export const badges = ['new', 'trending', 'popular', 'essential'] as const;

export type Badge = (typeof badges)[number];
