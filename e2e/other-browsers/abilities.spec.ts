import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../testing/other-browsers.ts';

/** The table of docs/browsers.md under this heading: names, and what each engine of the tests says to them. */
function readTable(): { engines: string[]; rows: { name: string; answers: string[] }[] } {
  const text = readFileSync(new URL('../../docs/browsers.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('\n## What each engine has\n');
  const lines = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [head = [], , ...rows] = cells;
  return {
    engines: head.slice(2),
    rows: rows.map(([name = '', , ...answers]) => ({ name: name.replaceAll('`', ''), answers })),
  };
}

/** Runs in the page: which of these names lead somewhere, from the window on. */
const findAll = (names: string[]) =>
  names.map((name) => {
    let place: unknown = window;
    for (const part of name.split('.')) {
      if (place === null || place === undefined || !(part in Object(place))) return 'no';
      place = (place as Record<string, unknown>)[part];
    }
    return place === undefined ? 'no' : 'yes';
  });

const { engines, rows } = readTable();
const names = rows.map(({ name }) => name);
const stated = (engine: string) =>
  Object.fromEntries(rows.map(({ name, answers }) => [name, answers[engines.indexOf(engine)]]));
const found = (answers: string[]) =>
  Object.fromEntries(names.map((name, index) => [name, answers[index]]));

test('the list says what Chromium has', async ({ page }) => {
  await page.goto('/faq');
  expect(names.length).toBeGreaterThan(5);
  expect(found(await page.evaluate(findAll, names))).toEqual(stated('Chromium'));
});

for (const [engine, name] of [
  ['Firefox ESR', 'Firefox'],
  ['WebKitGTK', 'WebKit'],
] as const) {
  test(`the list says what ${engine} has`, async ({ openOther, baseURL }) => {
    const browser = await openOther(name);
    await browser.goto(`${baseURL}/faq`);
    expect(found(await browser.evaluate(findAll, names))).toEqual(stated(engine));
  });
}
