import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makeZip } from '../../web/src/features/convert/intake/archive/hand-made-zip.ts';
import { ConverterPage, fixture, fixturePath, photoFolder } from '../testing/converter-page.ts';
import type { OtherBrowser } from '../testing/other-browser.ts';
import { otherBrowsers, test } from '../testing/other-browsers.ts';
import { OtherConverter } from '../testing/other-converter.ts';
import { readZip } from '../testing/read-zip.ts';

const realPhoto = join(photoFolder, 'iphone-12mp-grid.heic');

async function convertInChromium(page: Page, path: string, file: string, result: string) {
  const converter = new ConverterPage(page);
  await converter.open(path);
  await page.setInputFiles('section input[type=file]:not([hidden])', file);
  await converter.convert();
  return (await converter.downloadOf(result)).bytes;
}

/** In the page: counts how often each request to a worker is answered. */
function countAnswers(): void {
  const counts = new Map<string, number>();
  const workers: Worker[] = [];
  const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
    ...sent: unknown[]
  ) => void;
  Worker.prototype.postMessage = function count(this: Worker, ...sent: unknown[]) {
    if (!workers.includes(this)) {
      const number = workers.push(this);
      this.addEventListener('message', ({ data }) => {
        const { kind, id } = data as { kind?: string; id?: number };
        const key = `${number} ${id}`;
        if (kind === 'done' || kind === 'failed') counts.set(key, (counts.get(key) ?? 0) + 1);
      });
    }
    Reflect.apply(post, this, sent);
  };
  Object.assign(window, { counts });
}

const readAnswers = (): number[] => [
  ...(window as unknown as { counts: Map<string, number> }).counts.values(),
];

for (const name of otherBrowsers) {
  test.describe(`in ${name}`, () => {
    let browser: OtherBrowser;
    let converter: OtherConverter;

    test.beforeEach(async ({ openOther, baseURL }) => {
      browser = await openOther(name);
      converter = new OtherConverter(browser, baseURL ?? '');
    });

    for (const [path, file, extension] of [
      ['/', fixturePath('grid.heic'), 'jpg'],
      ['/heic-to-jpg', realPhoto, 'jpg'],
      ['/tools/heic-to-png', fixturePath('alpha.heic'), 'png'],
      ['/tools/jpg-to-webp', fixturePath('located.jpg'), 'webp'],
      ['/tools/jpg-compress', fixturePath('located.jpg'), 'jpg'],
      ['/webp-to-jpg', fixturePath('lossless.webp'), 'jpg'],
      ['/png-to-jpg', fixturePath('deep-interlaced.png'), 'jpg'],
    ] as const) {
      const { base, name: bare } = parse(file);
      const result = `${bare}.${extension}`;

      test(`${path} makes of ${base} what it makes in Chromium, to the byte`, async ({ page }) => {
        test.skip(!existsSync(file), 'the corpus of real photos is not here');
        await converter.open(path);
        await converter.choose(file);
        await converter.press('Start Conversion');
        await converter.finish();
        await converter.press('Download');
        const bytes = await converter.downloaded(new RegExp(`^${result}$`));
        expect(bytes.equals(await convertInChromium(page, path, file, result))).toBe(true);
        expect(await converter.faults()).toEqual([]);
      });
    }

    test('a batch of five kinds of pictures is converted', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'stillpix-drawing-'));
      const drawing = join(folder, 'drawing.svg');
      // Without a size of its own: not every browser draws that by itself.
      const text =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>';
      writeFileSync(drawing, text);
      await converter.open('/');
      await browser.evaluate(countAnswers, null);
      const kinds = ['deep-10-bit.heic', 'av1-grid.avif', 'alpha.webp', 'animated.gif'];
      await converter.choose(...kinds.map(fixturePath), drawing);
      await converter.press('Start Conversion');
      const frames = await converter.finish();
      expect(frames.filter((frame) => frame.includes('Done'))).toHaveLength(5);
      expect(await converter.faults()).toEqual([]);
      const answers = await browser.evaluate(readAnswers, null);
      expect(Math.max(...(answers ?? []))).toBe(1);
      rmSync(folder, { recursive: true, force: true });
    });

    test('what can be read of a damaged file is converted, and what is missing is said', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'stillpix-half-'));
      const half = join(folder, 'half.heic');
      const { bytes } = fixture('grid.heic');
      writeFileSync(half, bytes.subarray(0, bytes.length / 2));
      await converter.open('/');
      await converter.choose(half, fixturePath('mirrored.heic'));
      await converter.press('Start Conversion');
      const [damaged, sound] = await converter.finish();
      expect(damaged).toContain('Done, but incomplete');
      expect(damaged).toContain('about 45% of the picture is missing.');
      expect(sound).toContain('Done');
      rmSync(folder, { recursive: true, force: true });
    });

    test('the photos in a ZIP are converted, stored and compressed ones', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'stillpix-zip-'));
      const path = join(folder, 'album.zip');
      const [first, second] = [fixture('grid.heic'), fixture('mirrored.heic')];
      writeFileSync(
        path,
        makeZip([
          { name: 'album/first.heic', data: first.bytes, isStored: true },
          { name: 'album/second.heic', data: second.bytes },
        ]),
      );
      await converter.open('/');
      await converter.choose(path);
      await converter.press('Start Conversion');
      const frames = await converter.finish();
      expect(frames.filter((frame) => frame.includes('Done'))).toHaveLength(2);
      expect(frames[0]).toContain('first.heic');
      expect(await converter.faults()).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    });

    test('a picture can be dropped', async () => {
      await converter.open('/');
      const base64 = Buffer.from(fixture('palette.png').bytes).toString('base64');
      await converter.browser.evaluate((text) => {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      }, base64);
      await converter.until(() => document.querySelector('[title="dropped.png"]') !== null);
    });

    test('the keyboard is enough', async () => {
      await converter.open('/');
      await converter.choose(fixturePath('rotated.heic'));
      await expect.poll(() => converter.focused()).toBe('Start Conversion');
      await converter.browser.press('Enter');
      await converter.finish();
      await expect.poll(() => converter.focused()).toBe('Download');
      await converter.browser.press('Enter');
      expect((await converter.downloaded(/^rotated\.jpg$/)).subarray(0, 2).toString('hex')).toBe(
        'ffd8',
      );
    });

    test('Pro packs the results into one ZIP', async () => {
      await converter.open('/');
      await converter.becomePro();
      await converter.choose(fixturePath('grid.heic'), fixturePath('two.heic'));
      await converter.press('Start Conversion');
      await converter.finish();
      await converter.press('Download ZIP');
      const files = await readZip(await converter.downloaded(/^stillpix-[\d-]+\.zip$/));
      expect(Object.keys(files).toSorted()).toEqual(['grid.jpg', 'two.jpg']);
      expect(await converter.faults()).toEqual([]);
    });

    test('menus and dialogs open, and close with Escape', async () => {
      await converter.open('/');
      await browser.click('//button[@popovertarget="menu-theme"]');
      await converter.until(() => document.querySelector('#menu-theme:popover-open') !== null);
      await browser.click('//button[@data-set-theme="dark"]');
      await converter.until(() => document.documentElement.dataset.theme === 'dark');
      await browser.press('Escape');
      await converter.until(() => document.querySelector(':popover-open') === null);
      await browser.click('//header//a[normalize-space()="Go Pro"]');
      await converter.until(() => document.querySelector('[role=dialog] :focus') !== null);
      await browser.press('Escape');
      await converter.until(() => document.querySelector('[role=dialog]') === null);
    });
  });
}
