import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findForbidden, readGlossary } from './glossary.ts';

const folder = join(import.meta.dirname, '../../../server/src/mail/words');

test.each(['en', 'es', 'pt', 'de'] as const)('emails in %s keep to the glossary', (language) => {
  const own = readFileSync(join(folder, `${language}.ts`), 'utf8');
  expect(own.length).toBeGreaterThan(3000);
  expect(findForbidden(own, readGlossary(language))).toEqual([]);
});
