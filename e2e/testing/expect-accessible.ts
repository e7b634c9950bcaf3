import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** What axe finds on what is shown now, by the rules of WCAG that it checks unasked, and those named. */
export async function findViolations(page: Page, ...furtherRules: string[]) {
  await settleAnimations(page);
  const rules = Object.fromEntries(furtherRules.map((rule) => [rule, { enabled: true }]));
  // No page has frames. What is called the legacy mode leaves out to open a page for joining what they find,
  // which takes twice as long as all rules.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules })
    .analyze();
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
