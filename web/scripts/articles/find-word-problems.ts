import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../src/site/pages/language.ts';
import { findForbidden, readGlossary } from './glossary.ts';
import { contentFolder, type ReadArticle } from './read-articles.ts';
import { readMessages } from './read-messages.ts';
import type { ReadPage } from './read-pages.ts';
import { findTypedNames } from './typed-names.ts';

/** Quotation marks that a language does not use. */
const foreignQuotes = { en: /[«»„]/, es: /[“”„]/, pt: /[«»„]/, de: /[«»]/ };

/** Names of ours that were typed, words that the glossaries forbid, and foreign quotation marks. */
export async function findWordProblems(
  articles: readonly ReadArticle[],
  pages: readonly ReadPage[],
): Promise<string[]> {
  const texts = [...articles, ...pages];
  const typed = texts.flatMap(({ file, language }) =>
    findTypedNames(readFileSync(join(contentFolder, '..', file), 'utf8'), file, language),
  );
  const words: string[] = [];
  for (const language of languages) {
    const glossary = readGlossary(language);
    const own = texts.filter((text) => text.language === language);
    for (const { file, words: text } of [...own, ...(await readMessages(language))]) {
      words.push(...findForbidden(text, glossary).map((problem) => `${file}: ${problem}`));
      const quote = foreignQuotes[language].exec(text);
      if (quote) words.push(`${file}: “${quote[0]}” is no quotation mark of ${language}`);
    }
  }
  return [...typed, ...words];
}
