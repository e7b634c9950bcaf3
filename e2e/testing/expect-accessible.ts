import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of axe on what is shown now; `state` names it in the report. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Colours in the middle of a fade are nobody's to read.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}\n${html}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}
