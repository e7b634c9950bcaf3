import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const english = join(import.meta.dirname, 'en');

/** Messages looked up by a code from elsewhere: an error, a note, a currency, a further picture. */
const byCode = new Set([
  'errors',
  'failureWords',
  'handles',
  'notes',
  'passwordProblems',
  'pay',
  'toAnnualPay',
  'roles',
  'status',
]);

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.(?:ts|tsx|md)$/.test(path) && !path.includes('.test.') ? [path] : [];
  });
}

/** Names of messages and message groups that do not occur in the text. */
function findUnused(messages: object, text: string, path: string): string[] {
  return Object.entries(messages).flatMap(([name, value]) => {
    const here = `${path}.${name}`;
    if (!new RegExp(`\\b${name}\\b`).test(text)) return [here];
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup && !byCode.has(name) ? findUnused(value as object, text, here) : [];
  });
}

test('every message is drawn somewhere, by its name in code or in a page', async () => {
  const used = [...listFiles(source), ...listFiles(join(source, '../content'))]
    .filter((path) => !/i18n\/(?:en|es|pt|de)\//.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const unused: string[] = [];
  for (const file of readdirSync(english)) {
    const module = (await import(join(english, file))) as object;
    for (const [name, messages] of Object.entries(module) as [string, object][])
      unused.push(...findUnused(messages, used, name));
  }
  expect(unused).toEqual([]);
});

test('a message that nothing names is found', () => {
  const messages = { nav: { home: 'Home', forgotten: '' }, errors: { 'any-code': '' } };
  expect(findUnused(messages, 'nav.home errors', 'site')).toEqual(['site.nav.forgotten']);
});
