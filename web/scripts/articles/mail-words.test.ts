import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findForbidden, readGlossary } from './glossary.ts';

const source = readFileSync(join(import.meta.dirname, '../../../server/src/mail/words.ts'), 'utf8');

test.each(['en', 'es', 'pt', 'de'] as const)('emails in %s keep to the glossary', (language) => {
  const [, words = ''] = source.split(`const ${language}: Dictionary = `);
  const [own = ''] = words.split(': Dictionary = ');
  expect(own.length).toBeGreaterThan(3000);
  expect(findForbidden(own, readGlossary(language))).toEqual([]);
});
