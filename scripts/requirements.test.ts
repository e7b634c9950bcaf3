import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');

const promises = [...text.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, number = '']) => number);
const rows = [...text.matchAll(/^\| ([A-Z]\d+) +\| `([^`]+)` +\| (.+?) +\|$/gm)].map(
  ([, promise = '', file = '', title = '']) => ({ promise, file, title }),
);

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
