import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');

const promises = [...text.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, number = '']) => number);
const rows = [...text.matchAll(/^\| ([A-Z]\d+) +\| `([^`]+)` +\| (.+?) +\|$/gm)].map(
  ([, promise = '', file = '', title = '']) => ({ promise, file, title }),
);

/** A row of "What pages say": the pages, and the promises that show what they say. */
const claims = [
  ...text.matchAll(/^\| ([a-z][a-z, -]+?) +\| (?!test)(.+?) +\| ((?:[A-Z]\d+(?:, )?)+) +\|$/gm),
].map(([, pages = '', , numbers = '']) => ({
  pages: pages.split(', '),
  numbers: numbers.split(', '),
}));

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path));

const read = (path: string) => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    // Deleted in the working tree and not yet committed.
    return '';
  }
};

test('no number of a promise is given twice', () => {
  expect(promises.length).toBeGreaterThan(40);
  expect(promises.filter((number, place) => promises.indexOf(number) !== place)).toEqual([]);
});

test('every promise is shown by a test, and the table names no other promise', () => {
  const shown = new Set(rows.map(({ promise }) => promise));
  expect(promises.filter((number) => !shown.has(number))).toEqual([]);
  expect([...shown].filter((number) => !promises.includes(number))).toEqual([]);
});

test('every test that the table names exists', () => {
  const missing = rows.filter(({ file, title }) => {
    const paths = files.filter((path) => basename(path) === file);
    return !paths.some((path) => read(path).replaceAll("\\'", "'").includes(title));
  });
  expect(missing).toEqual([]);
});

test('every promise that a comment cites exists', () => {
  const cited = files.flatMap((path) =>
    [...read(path).matchAll(/\bRequirements? ([A-Z]\d+)\b/g)].map(([, number = '']) => ({
      path,
      number,
    })),
  );
  expect(cited.filter(({ number }) => !promises.includes(number))).toEqual([]);
});

test('what pages say is shown by promises, and the pages exist', () => {
  expect(claims.length).toBeGreaterThan(10);
  const named = claims.flatMap(({ pages }) => pages);
  expect(
    named.filter((page) => !existsSync(join(root, 'web/content/pages/en', `${page}.md`))),
  ).toEqual([]);
  const numbers = claims.flatMap((claim) => claim.numbers);
  expect(numbers.filter((number) => !promises.includes(number))).toEqual([]);
});
