import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './setup.mjs';
import { sumReports } from './test-reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'stillpix-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, report: unknown) {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const vitestReport = write('unit.json', {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: join(root, 'engine/src/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'counts', failureMessages: [] },
        { status: 'passed', fullName: 'hurries', failureMessages: ['too late'] },
        { status: 'failed', fullName: 'adds', failureMessages: ['expected 2\n  to be 3'] },
      ],
    },
    {
      name: join(root, 'b.test.ts'),
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    },
  ],
});

const spec = (title: string, status: string, message?: string) => ({
  title,
  file: 'page.spec.ts',
  line: 12,
  tests: [{ status, results: [{ error: message ? { message } : undefined }, {}] }],
});

const playwrightReport = write('browser.json', {
  errors: [],
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
  suites: [
    {
      specs: [spec('opens', 'expected')],
      suites: [
        {
          specs: [
            spec('closes', 'unexpected', '\u001B[31mno button\u001B[39m'),
            spec('waits', 'flaky', 'too late'),
          ],
        },
      ],
    },
  ],
});

test('counts what all runners ran, and names what failed with its reason', () => {
  const sum = sumReports([vitestReport], [playwrightReport]);
  expect(sum).toMatchObject({ passed: 11, failed: 2, skipped: 4 });
  expect(sum.failures).toEqual([
    'engine/src/a.test.ts › adds\n    expected 2\n      to be 3',
    'b.test.ts\n    no such module',
    'page.spec.ts:12 › closes\n    no button',
  ]);
});

test('a test that passed at its second try counts as passed, and is named', () => {
  expect(sumReports([vitestReport], [playwrightReport]).flaky).toEqual([
    'engine/src/a.test.ts › hurries\n    too late',
    'page.spec.ts:12 › waits\n    too late',
  ]);
});

test('a runner that left no report adds nothing', () => {
  expect(sumReports([join(folder, 'none.json')], [])).toMatchObject({ passed: 0, failed: 0 });
});
