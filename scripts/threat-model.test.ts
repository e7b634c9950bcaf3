import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const lines = readFileSync(join(root, 'docs/threat-model.md'), 'utf8').split('\n');

/** The rows of the table under a heading, without its head. */
function readRows(heading: string): string[] {
  const from = lines.indexOf(heading);
  const to = lines.findIndex((line, index) => index > from && line.startsWith('## '));
  return lines
    .slice(from, to < 0 ? undefined : to)
    .filter((line) => line.startsWith('|'))
    .slice(2);
}

const threats = readRows('## What is worth attacking');

test('what is worth attacking and what is accepted are both told', () => {
  expect(threats.length).toBeGreaterThan(15);
  expect(readRows('## What is accepted').length).toBeGreaterThan(5);
});

test.each(threats)('%s', (row) => {
  const cells = row.split('|').map((cell) => cell.trim());
  const tests = [...(cells[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  expect(tests).not.toEqual([]);
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  for (const path of tests) expect(path).toMatch(/\.(?:test|spec)\.ts$/);
});
