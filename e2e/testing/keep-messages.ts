import type { Page } from '@playwright/test';

/** Has the message on screen stay until something ends it: behind other windows its time stands still. */
export async function keepMessages(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
}
