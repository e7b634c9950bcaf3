import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '../../src/site/pages/language.ts';

const folder = join(import.meta.dirname, '../../src/i18n');

export interface ReadMessages {
  /** From the workspace's root: `src/i18n/de/billing.ts`. */
  file: string;
  /** Every message, a line each; those that take values have 5 for each. */
  words: string;
}

function listWords(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const message = value as (...values: unknown[]) => unknown;
    return listWords(message(...Array.from({ length: message.length }, () => '5')));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listWords);
}

/** The messages of a language, file by file. */
export async function readMessages(language: Language): Promise<ReadMessages[]> {
  const names = readdirSync(join(folder, language)).filter((name) => name.endsWith('.ts'));
  return Promise.all(
    names.sort().map(async (name) => {
      const url = pathToFileURL(join(folder, language, name)).href;
      const module: unknown = await import(/* @vite-ignore */ url);
      return { file: `src/i18n/${language}/${name}`, words: listWords(module).join('\n') };
    }),
  );
}
