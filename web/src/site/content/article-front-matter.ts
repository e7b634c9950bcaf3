import { z } from 'zod';
import { isLanguage } from '../pages/language.ts';
import { badges, tagIds } from '../pages/tags.ts';
import { readSource } from './references.ts';

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * A fact that others decide, such as a version, a date or a price: it can become outdated without
 * our doing.
 */
const agingFact = z.strictObject({
  fact: z.string().min(10),
  source: z.url({ protocol: /^https$/ }),
  /** Day on which it was last checked at its source; missing if it never was. */
  checked: z.iso.date().optional(),
});

const schema = z.strictObject({
  id: z.string().regex(slug),
  title: z.string().min(15).max(90),
  searchTitle: z.string().min(15).max(60).optional(),
  description: z.string().min(70).max(165),
  date: z.iso.date(),
  updated: z.iso.date().optional(),
  tags: z.array(z.enum(tagIds)).min(1).max(4),
  hero: z.string().optional(),
  author: z.literal('Stillpix'),
  featured: z.enum(badges).optional(),
  aliases: z.array(z.string().regex(slug)).default([]),
  faq: z.array(z.strictObject({ q: z.string(), a: z.string() })).default([]),
  ages: z.array(agingFact).default([]),
});

export interface ArticleSource extends z.infer<typeof schema> {
  slug: string;
  markdown: string;
}

// YAML parses an unquoted date as a Date, but the schema wants the text.
function withDays(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value)) return value.map(withDays);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDays(item)]));
}

/** Throws with the file's name and every invalid field. */
export function parseArticle(source: string, file: string): ArticleSource {
  const language = /\bblog\/([^/]+)\//.exec(file)?.[1];
  if (!isLanguage(language)) throw new Error(`${file}: stands in no folder of a language`);
  const { data, content } = readSource(source, file, language);
  const checked = schema.safeParse(withDays(data));
  if (!checked.success) throw new Error(`${file}:\n${z.prettifyError(checked.error)}`);
  const name = file.slice(file.lastIndexOf('/') + 1, -'.md'.length);
  if (!slug.test(name))
    throw new Error(`${file}: a slug has small letters, digits and hyphens only`);
  return { ...checked.data, slug: name, markdown: content };
}
