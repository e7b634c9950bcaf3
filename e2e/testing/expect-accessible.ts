import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** What is in the middle of a change is nobody's to read or measure; its end may start the next. */
export async function settleAnimations(page: Page): Promise<void> {
  const finishRunning = () =>
    page.evaluate(() => {
      // What turns for ever, such as a spinner, has no end to come to.
      const running = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      for (const animation of running) animation.finish();
      return running.length;
    });
  await expect.poll(finishRunning).toBe(0);
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Every document that the page opens from now on has axe at hand, which costs nothing until it is read.
 * For tests that walk through many: sending axe to a document takes as long as all its rules do.
 */
export async function carryAxe(page: Page): Promise<void> {
  await page.addInitScript(`window.readAxe = () => {${axeSource}\n};`);
}

async function readAxe(page: Page): Promise<void> {
  const isRead = await page.evaluate(() => {
    if (!('axe' in window)) (window as unknown as { readAxe?: () => void }).readAxe?.();
    return 'axe' in window;
  });
  if (!isRead) await page.evaluate(axeSource);
}

/** What axe finds on what is shown now, by the rules of WCAG that it checks unasked, and those named. */
export async function findViolations(page: Page, ...furtherRules: string[]) {
  await settleAnimations(page);
  await readAxe(page);
  const rules = Object.fromEntries(furtherRules.map((rule) => [rule, { enabled: true }]));
  const { violations } = await page.evaluate(
    async (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    // Frames, where a page has one, are others' pages.
    { resultTypes: ['violations'], rules, iframes: false } satisfies axe.RunOptions,
  );
  return violations;
}

/** No finding of axe on what is shown now; `state` names it in the report. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const violations = await findViolations(page);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}\n${html}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}
