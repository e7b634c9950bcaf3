import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';
import { findFirefox } from '../../scripts/setup.mjs';
import type { OtherBrowser, OtherProgram } from './other-browser.ts';

/**
 * Firefox by WebDriver BiDi; null where there is none. Starting it takes longer than most tests, so it
 * runs once for several, each in a container of its own: what one stores, the next does not see.
 */
export async function startFirefox(): Promise<OtherProgram | null> {
  const executablePath = findFirefox();
  if (executablePath === null) return null;
  const downloads = mkdtempSync(join(tmpdir(), 'stillpix-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      // The folder named above, not the desktop (0) or the usual one (1).
      'browser.download.folderList': 2,
      'browser.download.alwaysOpenPanel': false,
      'intl.accept_languages': 'en-US',
    },
  });
  return {
    open: () => openContainer(browser, downloads),
    async close() {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

async function openContainer(browser: Browser, downloads: string): Promise<OtherBrowser> {
  // A name that is taken there would get a number.
  mkdirSync(downloads, { recursive: true });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // As the other driver does it: a question whether to leave the page is answered with yes.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewport({ width: 1280, height: 900 });
  const find = async (selector: string) => {
    const found = await page.$(selector);
    if (found === null) throw new Error(`Nothing on the page is ${selector}`);
    return found;
  };
  return {
    downloads,
    goto: async (url) => void (await page.goto(url)),
    evaluate: async (run, argument) =>
      (await page.evaluate(run as (argument: unknown) => unknown, argument)) as never,
    choose: async (input, paths) => {
      const element = (await find(input)) as Awaited<ReturnType<typeof page.$<'input'>>>;
      await element?.uploadFile(...paths);
    },
    click: async (xpath) => (await find(`xpath/${xpath}`)).click(),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    async close() {
      await context.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}
