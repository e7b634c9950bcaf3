import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { browserFlags, findBrowser } from '../../scripts/setup.mjs';
import { ThreadHeaps } from './thread-heaps.ts';

const executablePath = await findBrowser();
const eightMegabytes = 8_000_000;

test.skipIf(executablePath === null)(
  'what a worker keeps is found in its heap, what it drops is not, and an ended worker is not read',
  async () => {
    const browser = await chromium.launch({ executablePath: executablePath!, args: browserFlags });
    try {
      const page = await browser.newPage();
      const threads = await ThreadHeaps.of(page);
      expect([...(await threads.read()).keys()]).toEqual(['page']);
      const worker = await page.evaluateHandle(() => {
        const code = `
          let kept = null;
          addEventListener('message', ({ data }) => {
            kept = data > 0 ? new Uint8Array(data) : null;
            postMessage('done');
          });`;
        return new Worker(URL.createObjectURL(new Blob([code])));
      });
      const keep = (bytes: number) =>
        worker.evaluate((started, size) => {
          const { promise, resolve } = Promise.withResolvers();
          started.addEventListener('message', resolve, { once: true });
          started.postMessage(size);
          return promise.then(() => undefined);
        }, bytes);
      const readBoth = async (): Promise<[number, number]> => {
        const heaps = [...(await threads.read()).values()];
        expect(heaps).toHaveLength(2);
        return [heaps[0]!, heaps[1]!];
      };

      await keep(0);
      const [pageAlone] = await readBoth();
      await keep(eightMegabytes);
      const [pageBeside, inWorker] = await readBoth();
      expect(inWorker).toBeGreaterThan(eightMegabytes);
      expect(pageBeside).toBeLessThan(pageAlone + eightMegabytes / 2);
      await keep(0);
      expect((await readBoth())[1]).toBeLessThan(eightMegabytes / 2);

      await worker.evaluate((started) => started.terminate());
      await expect.poll(async () => (await threads.read()).size, { timeout: 20_000 }).toBe(1);
    } finally {
      await browser.close();
    }
  },
);
