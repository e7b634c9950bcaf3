import type { Browser } from '@playwright/test';
import type { Language } from '../../web/src/site/pages/language.ts';
import { pathOf } from '../../web/src/site/pages/pages.ts';
import { readWords } from './words.ts';

const screens = {
  wide: { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1, isMobile: false },
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true },
} as const;

/** What systems show before the site is installed: photos that were just converted, on both sizes of screens. */
export async function takeAppScreens(
  browser: Browser,
  { address, language, photos }: { address: string; language: Language; photos: readonly string[] },
  keep: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  const { actions, offer, close } = await readWords(language);
  for (const [name, screen] of Object.entries(screens)) {
    const context = await browser.newContext({
      ...screen,
      locale: language,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    await page.goto(address + pathOf('heic-to-jpg', language));
    await page.locator('main section[aria-busy="false"]').first().waitFor();
    await page.setInputFiles('input[type=file]', [...photos]);
    await button(actions.start).click();
    await button(actions.downloadAll(photos.length)).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: offer.title })
      .getByRole('button', { name: close, exact: true })
      .click();
    // Pictures appear one after the other.
    await page.waitForTimeout(2000);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      scrollTo(0, 0);
    });
    await keep(name, await page.screenshot());
    await context.close();
  }
}
