import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retentionDays, resetTokenMinutes, sessionDays } from '@stillpix/contract/lifetimes';
import { describe, expect, test } from 'vitest';
import { languages, type Language } from '../pages/language.ts';

const read = (id: string, language: Language) =>
  readFileSync(join(import.meta.dirname, '../../../content/pages', language, `${id}.md`), 'utf8');

const byValue = (one: number, other: number) => one - other;
const sections = (text: string) => [...text.matchAll(/^## /gm)].length;
const updated = (text: string) => /^updated: (.*)$/m.exec(text)?.[1];

describe.each(['privacy-policy', 'imprint', 'terms'])('the %s', (id) => {
  test.each(languages)('has the same sections and the same date in %s', (language) => {
    expect(sections(read(id, language))).toBe(sections(read(id, 'en')));
    expect(updated(read(id, language))).toBe(updated(read(id, 'en')));
  });

  test.each(languages)('names the operator in %s', (language) => {
    for (const fact of ['NAME', 'ADDRESS'])
      expect(read(id, language)).toContain(`{OPERATOR-${fact}}`);
  });
});

test.each(languages)(
  'the privacy policy says in %s whom to ask, where the servers stand, who else works on data, and which version governs',
  (language) => {
    const text = read('privacy-policy', language);
    for (const fact of ['PRIVACY', 'COUNTRY', 'PROCESSORS'])
      expect(text).toContain(`{OPERATOR-${fact}}`);
    expect(text).toMatch(/English|inglés|inglês|englisch/i);
    // Each purpose with its legal basis (GDPR, article 13).
    for (const basis of ['a', 'b', 'c', 'f'])
      expect(text).toMatch(
        new RegExp(`6(?:\\.1\\.${basis}\\b|\\(1\\)\\(${basis}\\)| Abs\\. 1 lit\\. ${basis}\\b)`),
      );
  },
);

test.each(languages)(
  'the terms tell of the right to withdraw in %s, with a text to use',
  (language) => {
    const text = read('terms', language);
    expect(text).toMatch(/14 (?:days|días|dias|Tagen)/);
    expect(text.match(/\{OPERATOR-NAME\}/g)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain('{{price.tax}}');
  },
);

test.each(languages)(
  'the privacy policy keeps things in %s as long as the code does',
  (language) => {
    const lines = read('privacy-policy', language).split('\n');
    const rows = lines.filter((line) => line.startsWith('|'));
    const prose = lines.filter((line) => !line.startsWith('|')).join('\n');
    const said = rows.flatMap((row) => /\| (\d+) /.exec(row)?.[1] ?? []).map(Number);
    const kept = [sessionDays, resetTokenMinutes, ...Object.values(retentionDays)];
    expect(said.toSorted(byValue)).toEqual(kept.toSorted(byValue));
    expect(prose).toMatch(
      new RegExp(` ${retentionDays.anonymousBatches} (?:days|días|dias|Tage) `),
    );
  },
);
