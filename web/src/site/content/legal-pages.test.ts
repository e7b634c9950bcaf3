import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retentionDays, resetTokenMinutes, sessionDays } from '@stillpix/contract/limits';
import { describe, expect, test } from 'vitest';
import { languages, type Language } from '../pages/language.ts';

const read = (id: string, language: Language) =>
  readFileSync(join(import.meta.dirname, '../../../content/pages', language, `${id}.md`), 'utf8');

const sections = (text: string) => [...text.matchAll(/^## /gm)].length;
const updated = (text: string) => /^updated: (.*)$/m.exec(text)?.[1];

describe.each(['privacy-policy', 'imprint'])('the %s', (id) => {
  test.each(languages)('has the same sections and the same date in %s', (language) => {
    expect(sections(read(id, language))).toBe(sections(read(id, 'en')));
    expect(updated(read(id, language))).toBe(updated(read(id, 'en')));
  });

  test.each(languages)('names the operator and where the servers stand in %s', (language) => {
    for (const fact of ['NAME', 'ADDRESS', 'PRIVACY', 'COUNTRY'])
      expect(read(id, language)).toContain(`{OPERATOR-${fact}}`);
  });
});

test.each(languages)(
  'the privacy policy keeps things in %s as long as the code does',
  (language) => {
    const rows = read('privacy-policy', language)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    const kept = [sessionDays, resetTokenMinutes, ...Object.values(retentionDays)];
    for (const time of kept) expect(rows.join('\n')).toMatch(new RegExp(`\\| ${time} `));
  },
);
