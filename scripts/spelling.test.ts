import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What American English writes in another way, by the beginning of the word. */
const british = [
  /\b(?:un)?(?:behaviour|colour|favour|flavour|harbour|honour|humour|labour|neighbour|rumour|vapour)/i,
  /\b(?:centimetre|kilometre|millimetre|metres?\b|centres?\b|centred|calibre|fibre|theatre)/i,
  /\b(?:de|re|un)?(?:apologis|authoris|categoris|characteris|customis|emphasis[ei]|finalis|generalis|initialis|localis[ei]|maximis|minimis|modernis|normalis|optimis[eai]|organis|prioritis|quantis|randomis|realis[ei](?!t)|recognis|serialis|specialis[ei]|standardis|summaris|synchronis|tokenis|utilis|visualis)(?:e|es|ed|er|ers|ing|ation)\b/i,
  /\b(?:cancell|channell|equall|labell|levell|modell|signall|totall|travell)(?:ed|ing|er)\b/i,
  /\b(?:analyse[sd]?|analysing|artefacts?|catalogues?|cheques?|defence|fulfil|grey(?:s|ed|ish|scale)?|judgement|learnt|licences?|mould|programmes?|sceptical|storeys?|whilst)\b/i,
  /\bchequer/i,
];

/** Written in another language, or about the words themselves. */
const notOurs = [
  /^web\/content\/(?:blog|pages)\/(?:es|pt|de)\//,
  /^web\/content\/glossary/,
  /^web\/src\/i18n\/(?:es|pt|de)\//,
  /^scripts\/spelling\.test\.ts$/,
];

/** Paths in other languages, the old path of a tag, and words that requirement B6 gives. */
const allowed = /'\/(?:es|pt|de)?[\w/-]*'|(?:'|tag\/)colour'|Subscription Cancelled/;

const skipped = new Set(['node_modules', 'build', 'dist', 'data', 'migrations', 'fixtures']);

function listTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (name.startsWith('.') || skipped.has(name)) return [];
    const path = join(folder, name);
    if (entry.isDirectory()) return listTexts(path);
    return /\.(?:ts|tsx|mjs|css|md)$/.test(name) ? [path] : [];
  });
}

/** Each line with a British spelling, as `file:line: word`. */
function findBritish(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const own = line.replaceAll(new RegExp(allowed, 'g'), '');
    return british.flatMap((pattern) => {
      const found = pattern.exec(own);
      return found === null ? [] : [`${file}:${index + 1}: ${found[0]}`];
    });
  });
}

test('code, docs and English pages are spelled as Americans do', () => {
  const found = listTexts(root).flatMap((path) => {
    const file = relative(root, path);
    if (notOurs.some((pattern) => pattern.test(file))) return [];
    return findBritish(file, readFileSync(path, 'utf8'));
  });
  expect(found).toEqual([]);
});

test.each([
  'the colour of it',
  'isCancelled was cancelled',
  'normalised',
  'Catalogue',
  'greyscale',
])('%s is found', (line) => {
  expect(findBritish('a.ts', line)).not.toEqual([]);
});

test.each(['realistic', 'totally', 'programmer', 'analysis', 'Subscription Cancelled'])(
  '%s is not',
  (line) => {
    expect(findBritish('a.ts', line)).toEqual([]);
  },
);
