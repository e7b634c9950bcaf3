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

/** What axe finds on what is shown now, by the rules of WCAG that it checks unasked, and those named. */
export async function findViolations(page: Page, ...furtherRules: string[]) {
  await settleAnimations(page);
  // Reading axe takes as long as all its rules do: once for each page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
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
