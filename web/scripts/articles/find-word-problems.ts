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

/** Words that the requirements give, sign by sign. */
const given =
  /Process(?:ing|ando)(?: your payment| seu pagamento)?\.\.\.|Procesando(?: tu pago)?\.\.\.|Failed to convert HEIC file "5"|File too large - insufficient memory|You've been logged in/g;

/** Signs of a typewriter where printed words have others, and a word that stands twice. */
const slips: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/"/, 'a quotation mark of the language'],
  [/(?<=\p{Letter})'(?=\p{Letter})/u, '’'],
  [/\.{3}/, '…'],
  [/\p{Letter} - \p{Letter}/u, 'a comma, colon or dash'],
  // German may: “Angaben, die die Kamera schreibt”.
  [/(?<!\p{Letter})(?!(?:die|der|das|sie) )(\p{Letter}{2,}) \1(?!\p{Letter})/iu, 'the word once'],
];

/** Slips of the keyboard in a text, each with what to write instead. */
export function findSlips(text: string): string[] {
  const own = text.replaceAll(given, '');
  return slips.flatMap(([pattern, instead]) => {
    const found = pattern.exec(own);
    return found ? [`“${found[0]}”: write ${instead}`] : [];
  });
}

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
      words.push(...findSlips(text).map((problem) => `${file}: ${problem}`));
      const quote = foreignQuotes[language].exec(text);
      if (quote) words.push(`${file}: “${quote[0]}” is no quotation mark of ${language}`);
    }
  }
  return [...typed, ...words];
}
