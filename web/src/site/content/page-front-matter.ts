import { z } from 'zod';
import type { Language } from '../pages/language.ts';
import { readSource } from './references.ts';

const schema = z.strictObject({
  /** For search results: 15 to 65 characters. */
  title: z.string().min(10).max(65),
  /** For search results: 70 to 165 characters. */
  description: z.string().min(70).max(165),
  heading: z.string(),
  lede: z.string(),
  /** Short facts in the margin, for readers who skim. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  steps: z.array(z.strictObject({ title: z.string(), text: z.string() })).default([]),
  faq: z
    .array(
      z.strictObject({
        q: z.string(),
        a: z.string(),
        /** A heading above this and the following questions. */
        group: z.string().optional(),
      }),
    )
    .default([]),
  /** Day on which the text was last reviewed, shown on legal pages. */
  updated: z.iso.date().optional(),
});

export interface PageSource extends z.infer<typeof schema> {
  markdown: string;
}

/** Throws with the file's name and every invalid field. */
export function parsePage(source: string, file: string, language: Language): PageSource {
  const { data, content } = readSource(source, file, language);
  const checked = schema.safeParse(data);
  if (!checked.success) throw new Error(`${file}:\n${z.prettifyError(checked.error)}`);
  return { ...checked.data, markdown: content };
}
