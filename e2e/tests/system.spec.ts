import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture, readDownload } from '../testing/converter-page.ts';
import { holdCode } from '../testing/hold-code.ts';

/** Notes what the page asks the system for. */
async function noteAsked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    Object.assign(window, {
      hide(hidden: boolean) {
        isHidden = hidden;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void asked.push(`badge ${count}`),
      clearAppBadge: async () => void asked.push('no badge'),
    });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        async request(type: string) {
          asked.push(`awake ${type}`);
          return { release: async () => void asked.push('may sleep') };
        },
      },
    });
  });
}

const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked);

test('a batch in the background shows on the icon, and keeps the screen on while it runs', async ({
  page,
}) => {
  await noteAsked(page);
  // The engine's workers load late: the batch has begun, and nothing of it is done.
  const goOn = await holdCode(page, /\/assets\/worker-[\w-]+\.js$/);
  const finishLast = await holdCode(page, /\/vp8[\w-]*\.wasm$/);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'), fixture('mirrored.heic'));
  await page.getByRole('button', { name: 'Settings for mirrored.heic only' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'WebP' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await converter.start.click();
  await expect(converter.cancel).toBeVisible();
  await expect.poll(() => asked(page)).toContain('awake screen');
  expect(await asked(page)).not.toContain('badge 3');
  await page.evaluate(() => (window as unknown as { hide(hidden: boolean): void }).hide(true));
  await expect.poll(() => asked(page)).toContain('badge 3');
  goOn();
  await expect.poll(() => asked(page)).toContain('badge 1');
  finishLast();
  await converter.finish();
  await expect
    .poll(async () => (await asked(page)).slice(-2).toSorted())
    .toEqual(['may sleep', 'no badge']);
});

test('one photo alone keeps no screen on', async ({ page }) => {
  await noteAsked(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
  expect(await asked(page)).not.toContain('awake screen');
});

test('a result can be dragged out of the window, and is no new photo when it is dropped inside', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
  const download = page.waitForEvent('download');
  const type = await page.evaluate(() => {
    const card = document.querySelector('[data-workspace] ol > li')!;
    const dataTransfer = new DataTransfer();
    card.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
    const text = dataTransfer.getData('DownloadURL');
    const [, offeredType, name, url] = /^([^:]+):([^:]+):(.+)$/.exec(text) ?? [];
    // Over the window again, as Chromium shows it on some systems: as a file, too.
    dataTransfer.items.add(new File(['x'], 'grid.jpg', { type: 'image/jpeg' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    // The desktop is not at hand: what is offered to it is fetched as it would.
    const link = Object.assign(document.createElement('a'), { href: url, download: name });
    link.click();
    return offeredType;
  });
  const { name, bytes } = await readDownload(await download);
  expect({ type, name }).toEqual({ type: 'image/jpeg', name: 'grid.jpg' });
  expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  await expect(converter.frames).toHaveCount(2);
});

test('several files are pasted at once, and stand in the order in which they came', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.paste(fixture('palette.png'), fixture('grid.heic'));
  await expect(converter.frames).toHaveCount(2);
  await converter.paste(fixture('alpha.webp'));
  await expect(converter.frames).toHaveCount(3);
  for (const [place, name] of ['palette.png', 'grid.heic', 'alpha.webp'].entries())
    await expect(converter.frames.nth(place).getByTitle(name, { exact: true })).toHaveCount(1);
});

test('results are shared as files, in their order', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === 'image/jpeg'),
      share: async ({ files = [] }: ShareData) =>
        void shared.push(...files.map(({ name, size }) => `${name} ${size > 100}`)),
    });
  });
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual(['grid.jpg true', 'rotated.jpg true']);
});
