import { describe, expect, test } from 'vitest';
import { languages } from '../../src/site/pages/language.ts';
import { findForbidden, parseGlossary, readGlossary } from './glossary.ts';

const glossary = `
| term  | we write | never          |
| ----- | -------- | -------------- |
| video | video    | vídeo*         |
| press | press    | tap on, push   |
| frame | frame    |                |
`;

test('every language has a glossary with words that are forbidden', () => {
  for (const language of languages)
    expect(readGlossary(language).flatMap(({ never }) => never).length).toBeGreaterThan(5);
});

test('a row with a cell too few is refused with its file', () => {
  expect(() => parseGlossary('| a |\n| - |\n| only | two |', 'glossary/en.md')).toThrow(
    /glossary\/en\.md.*three cells/,
  );
});

describe('a text', () => {
  const entries = parseGlossary(glossary, 'glossary/en.md');

  test('with a forbidden word is told what to write instead, in any case and with any ending', () => {
    expect(findForbidden('Vídeos, tap on it', entries)).toEqual([
      '“Vídeos”: write video',
      '“tap on”: write press',
    ]);
  });

  test('may hold a forbidden word inside another one', () => {
    expect(findForbidden('pushing, a-push, videovídeo', entries)).toEqual([]);
  });
});
