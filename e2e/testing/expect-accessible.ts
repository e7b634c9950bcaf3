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

/** No finding of axe on what is shown now; `state` names it in the report. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await settleAnimations(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}\n${html}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}
