import { expect, type Page, test as base } from '@playwright/test';
import { ConverterPage, fixture } from './converter-page.ts';
import { askToKeep } from './keep-offline.ts';
import { openDoor, type Running, startProduct } from './servers.ts';
import type { ConverterWords } from './words.ts';

/**
 * With addresses of the test's own, which it may stop: nothing answers any more, as without a network.
 * Behind one there is the server of the run, or a server of the test's own where that has settings.
 */
export const test = base.extend<{
  serve: (settings?: Record<string, string>) => Promise<Running>;
}>({
  serviceWorkers: 'allow',
  serve: async ({ baseURL }, use) => {
    const started: Running[] = [];
    await use(async (settings) => {
      const running = await (settings ? startProduct(settings) : openDoor(baseURL ?? ''));
      started.push(running);
      return running;
    });
    for (const running of started) await running.stop();
  },
});

/** From now on the browser has no room for anything more of this site. */
export async function fillDevice(page: Page, url: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { origin } = new URL(url);
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const tryToStore = async () => {
    const cache = await caches.open('of-the-test');
    const outcome = await cache.put('/of-the-test', new Response('x')).then(
      () => 'stored',
      (thrown: unknown) => (thrown instanceof DOMException ? thrown.name : String(thrown)),
    );
    await caches.delete('of-the-test');
    return outcome;
  };
  await expect.poll(() => page.evaluate(tryToStore)).toBe('QuotaExceededError');
}

/** Converts a photo, and waits until the service worker holds the tools of the page's language. */
export async function visitOnce(
  page: Page,
  url: string,
  words?: ConverterWords,
): Promise<ConverterPage> {
  const converter = new ConverterPage(page, words);
  await converter.open(url);
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  // All files of a language are fetched and stored: on a busy machine that takes longer than an expectation.
  await expect.poll(() => page.evaluate(askToKeep), { timeout: 80_000 }).toBe('done');
  return converter;
}
