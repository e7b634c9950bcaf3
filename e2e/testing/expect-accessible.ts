import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Colours in the middle of a change are nobody's to read; the end of one may start the next. */
export async function settleColours(page: Page): Promise<void> {
  const finishRunning = () =>
    page.evaluate(() => {
      const running = document.getAnimations();
      for (const animation of running) animation.finish();
      return running.length;
    });
  await expect.poll(finishRunning).toBe(0);
}

/** No finding of axe on what is shown now; `state` names it in the report. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await settleColours(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}\n${html}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}
