import { expect, type Locator } from '@playwright/test';

/** Presses a link that opens a dialog: until the page's script runs, it leads to a page of its own. */
export async function openByLink(link: Locator): Promise<void> {
  await expect(link).toHaveAttribute('aria-haspopup', 'dialog');
  await link.click();
}
