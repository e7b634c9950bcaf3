import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/site/pages/language.ts';
import { contentFolder } from './read-articles.ts';

const dictionaries: Record<Language, string> = {
  en: 'en_US',
  es: 'es_ES',
  pt: 'pt_BR',
  de: 'de_DE',
};

/** Debian's packages hunspell, hunspell-en-us, hunspell-es, hunspell-pt-br and hunspell-de-de. */
export function canCheckSpelling(): boolean {
  const found = spawnSync('hunspell', ['-D'], { input: '', encoding: 'utf8' });
  const list = `${found.stdout ?? ''}${found.stderr ?? ''}`;
  return Object.values(dictionaries).every((name) => list.includes(name));
}

function readKept(name: string): string[] {
  const file = join(contentFolder, 'words', `${name}.txt`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** Names and terms that are right though no dictionary has them. */
function readKeptWords(language: Language): Set<string> {
  return new Set([...readKept('all'), ...readKept(language)]);
}

/**
 * Words to look up: letters with apostrophes inside. Addresses, file names and whatever touches a digit
 * or an underscore are none; the parts of a hyphenated word are looked up each for itself.
 */
export function listSpelledWords(text: string, language: Language): string[] {
  const plain = text
    .normalize('NFC')
    // Filled in by the server, with what the operator set.
    .replaceAll(/\{[A-Z-]+\}/g, ' ')
    .replaceAll(/\S*(?:\/\/|@|[\p{Letter}\d]\.[\p{Letter}\d]|[_\\/<>=#]\p{Letter})\S*/gu, ' ')
    .replaceAll('’', "'");
  return [...plain.matchAll(/(?<![\p{Letter}\p{Number}_.])\p{Letter}[\p{Letter}\p{Mark}']*/gu)]
    .filter(({ 0: word, index }) => !/[\d_]/.test(plain[index + word.length] ?? ''))
    .map(({ 0: word }) => word.replace(/'+$/, ''))
    .map((word) => (language === 'en' ? word.replace(/'s$/, '') : word))
    .filter((word) => word.length > 1);
}

/** Of `words`, those that the dictionary does not know. Throws when hunspell fails. */
function lookUp(words: readonly string[], language: Language): Set<string> {
  const { status, stdout, stderr, error } = spawnSync(
    'hunspell',
    ['-d', dictionaries[language], '-i', 'utf-8', '-l'],
    { input: words.join('\n'), encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (error || status !== 0) throw new Error(`hunspell: ${error?.message ?? stderr}`);
  return new Set(stdout.split('\n'));
}

/** A list entry in small letters also stands for the word at the start of a sentence. */
function isKept(word: string, kept: ReadonlySet<string>): boolean {
  return kept.has(word) || kept.has(word.toLowerCase());
}

/** Unknown words of each text, as `file: word`. Every text must be of this language. */
export function findMisspelled(
  texts: readonly { file: string; words: string }[],
  language: Language,
  kept: ReadonlySet<string> = readKeptWords(language),
): string[] {
  const wordsOf = texts.map(({ file, words }) => ({
    file,
    words: [...new Set(listSpelledWords(words, language))].filter((word) => !isKept(word, kept)),
  }));
  const unknown = lookUp([...new Set(wordsOf.flatMap(({ words }) => words))], language);
  return wordsOf.flatMap(({ file, words }) =>
    words.filter((word) => unknown.has(word)).map((word) => `${file}: ${word}`),
  );
}
