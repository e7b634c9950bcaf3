import { expect, type Locator } from '@playwright/test';

/** Seen whole, without scrolling. */
export async function expectInWindow(locator: Locator): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 1 });
}

/** A pointer in its middle hits it, and nothing that lies over it. */
export async function expectNothingCovered(locator: Locator): Promise<void> {
  for (const edge of ['top', 'bottom'] as const) {
    const isHit = await locator.evaluate((element, where) => {
      const { left, top, bottom, width } = element.getBoundingClientRect();
      const y = where === 'top' ? top + 2 : bottom - 2;
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit !== null && element.contains(hit);
    }, edge);
    expect(isHit, `its ${edge} is seen`).toBe(true);
  }
}
