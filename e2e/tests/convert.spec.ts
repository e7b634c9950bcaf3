import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { measurePsnr } from '../testing/compare-pixels.ts';
import {
  ConverterPage,
  fixture,
  fixturePath,
  photo,
  photoFolder,
} from '../testing/converter-page.ts';
import { watchConversions, whenConverted } from '../testing/watch-conversions.ts';

const names = ['grid', 'grid-rotated', 'rotated', 'mirrored', 'alpha', 'deep-10-bit', 'phone-p3'];

for (const name of names) {
  test(`dropping ${name}.heic and converting it gives a JPG with the same picture`, async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.drop(fixture(`${name}.heic`));
    await converter.convert();
    const result = await converter.downloadOf(`${name}.jpg`);
    expect(result.name).toBe(`${name}.jpg`);
    expect((await sharp(result.bytes).metadata()).format).toBe('jpeg');
    const stored = readFileSync(fixturePath(`${name}.png`));
    // It has no `irot`, and its Exif says that the camera was held upright.
    const reference = name === 'phone-p3' ? await sharp(stored).rotate(90).toBuffer() : stored;
    expect(await measurePsnr(result.bytes, reference)).toBeGreaterThanOrEqual(38);
  });
}

test('what lies on the table is converted before the button is pressed, and shown then', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-ahead-'));
  const original = join(folder, 'grid.heic');
  copyFileSync(fixturePath('grid.heic'), original);
  const converter = new ConverterPage(page);
  await watchConversions(page);
  await converter.open();
  await converter.dropFromDisk(original);
  await whenConverted(page, statSync(original).size);
  await expect(converter.frame('grid.heic')).toContainText('Ready');
  // What is not there any more could not be converted.
  rmSync(original);
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
  const result = await converter.downloadOf('grid.jpg');
  expect((await sharp(result.bytes).metadata()).format).toBe('jpeg');
  rmSync(folder, { recursive: true });
});

test('a batch converts, each file with its own name, size and state', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'), fixture('mirrored.heic'));
  await expect(converter.frames).toHaveCount(3);
  await converter.convert();
  for (const name of ['grid.heic', 'rotated.heic', 'mirrored.heic']) {
    await expect(converter.frame(name)).toContainText('Done');
  }
  await expect(page.getByText(/^3 photos in /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download all 3' })).toBeEnabled();
});

test('a photo that brings no small picture of its own is shown before it converts', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frame('grid.heic').locator('canvas').first()).toBeVisible();
  await expect(converter.frame('grid.heic')).toContainText('Ready');
});

for (const [size, width, height] of [
  ['a photo', 4032, 3024],
  ['a very large photo', 8000, 6000],
] as const) {
  test(`${size} turned by its Exif has a small picture that is upright and sharp`, async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    const half = { width: width / 2, height, channels: 3 } as const;
    const bytes = await sharp({ create: { ...half, background: '#d04020' } })
      .extend({ right: width / 2, background: '#2060d0' })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await converter.drop({ name: 'turned.jpg', type: 'image/jpeg', bytes });
    const frame = converter.frame('turned.jpg');
    await expect(frame.locator('[data-drawn=true]')).toBeVisible();
    const print = await frame
      .locator('canvas')
      .last()
      .evaluate((canvas: HTMLCanvasElement) => {
        const context = canvas.getContext('2d')!;
        const at = (share: number) =>
          [...context.getImageData(canvas.width / 2, canvas.height * share, 1, 1).data].slice(0, 3);
        return { width: canvas.width, height: canvas.height, above: at(0.25), below: at(0.75) };
      });
    expect(print.height).toBeGreaterThan(print.width);
    // Frames are 280 pixels wide at most, on screens of twice the density.
    expect(print.height).toBeGreaterThan(460);
    expect(print.height).toBeLessThan(600);
    const isNear = (found: number[], wanted: number[]) =>
      found.every((value, channel) => Math.abs(value - wanted[channel]!) < 4);
    // What is on the left in the file is above.
    expect([
      isNear(print.above, [0xd0, 0x40, 0x20]),
      isNear(print.below, [0x20, 0x60, 0xd0]),
    ]).toEqual([true, true]);
  });
}

test('photos chosen with the file picker join those on the table', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(fixture('grid.heic'));
  await expect(converter.frames).toHaveCount(1);
  await converter.choose(fixture('rotated.heic'), fixture('mirrored.heic'));
  await expect(converter.frames).toHaveCount(3);
});

test('a pasted photo lies on the table', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.paste(fixture('grid.heic'));
  await expect(converter.frame('grid.heic')).toContainText('Ready');
});

test('the photos of a dropped folder, at any depth, lie on the table', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-holiday-'));
  mkdirSync(join(folder, 'day 2'));
  copyFileSync(fixturePath('grid.heic'), join(folder, 'beach.heic'));
  copyFileSync(fixturePath('alpha.heic'), join(folder, 'day 2', 'boat.heic'));
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.dropFromDisk(folder);
  await expect(converter.frames).toHaveCount(2);
  await expect(converter.frame('beach.heic')).toContainText('Ready');
  await expect(converter.frame('boat.heic')).toContainText('Ready');
  rmSync(folder, { recursive: true });
});

test('while files are dragged over the window, it says that they can be dropped', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'a.heic'));
    return data;
  });
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Let go to lay them on the table')).toBeVisible();
  await page.dispatchEvent('body', 'dragleave', { dataTransfer: transfer });
  await expect(page.getByText('Let go to lay them on the table')).toBeHidden();
});

test('the whole conversion goes by keyboard alone', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(fixturePath('grid.heic'));
  await expect(converter.start).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('grid.jpg');
});

test('removing a file leads the keyboard to its neighbor, Clear back to the start', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('button', { name: 'Remove grid.heic' }).press('Enter');
  await expect(converter.frames).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove rotated.heic' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeFocused();
});

test('a photo that was removed comes back where it was, with its result', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Remove grid.heic' }).click();
  await expect(converter.frames).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(converter.frames.first()).toContainText('grid.heic');
  await expect(converter.frames.first()).toContainText('Done');
  await expect(page.getByRole('button', { name: 'Remove grid.heic' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Download all 2' })).toBeEnabled();
  await page.getByRole('button', { name: 'Remove rotated.heic' }).click();
  await page.getByRole('button', { name: 'Remove grid.heic' }).click();
  await expect(converter.frames).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(converter.frames).toHaveCount(1);
});

test('what happens is announced to screen readers', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  const status = page.getByRole('status');
  await expect(status.filter({ hasText: '2 photos added, 2 on the table' })).toBeAttached();
  await converter.convert();
  await expect(status.filter({ hasText: 'All 2 photos converted.' })).toBeAttached();
});

test('two photos of one name are told apart', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic', 'grid.heic'));
  await converter.convert();
  const first = page.waitForEvent('download');
  const second = page.waitForEvent(
    'download',
    (download) => download.suggestedFilename() !== 'grid.jpg',
  );
  await page.getByRole('button', { name: 'Download all 2' }).click();
  expect((await first).suggestedFilename()).toBe('grid.jpg');
  expect((await second).suggestedFilename()).toBe('grid (2).jpg');
});

test('what was converted today is counted once it is more than nothing', async ({ page }) => {
  await page.route('**/api/stats', (route) => route.fulfill({ json: { convertedToday: 0 } }));
  const converter = new ConverterPage(page);
  await converter.open();
  await expect(page.getByText(/converted today/)).toHaveCount(0);
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await expect(page.getByText('2 converted today')).toBeVisible();
  // Whoever comes back need not wait for the next count.
  await page.addInitScript(() => (globalThis.setInterval = (() => 0) as never));
  await page.reload();
  await expect(page.getByText('2 converted today')).toBeVisible();
});

test('the chosen quality is used, and remembered', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(page.getByText('Quality 92')).toBeVisible();
  await converter.convert();
  const usual = await converter.downloadOf('grid.jpg');
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByRole('radio', { name: /Small/ }).check();
  await page.getByRole('button', { name: 'Convert again' }).click();
  await expect(page.getByText('Settings have changed since.')).toBeHidden();
  await converter.finish();
  const small = await converter.downloadOf('grid.jpg');
  expect(small.bytes.length).toBeLessThan(usual.bytes.length);

  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(page.getByText('Quality 70')).toBeVisible();
});

test.describe('with a real photo', () => {
  const name = 'iphone-12mp-grid.heic';
  test.skip(!existsSync(`${photoFolder}/${name}`), 'the corpus of real photos is not here');

  test('canceling stops at once, and the photo can be converted again', async ({ page }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(photo(name));
    await expect(converter.frame(name)).toContainText('Ready');
    // Nothing is converted ahead of the button any more.
    await page.getByRole('radio', { name: /Small/ }).check();
    // By the page itself: a quick machine is done before the test has seen it at work.
    await page.evaluate(() =>
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main')?.textContent.includes('Developing')) return;
        observer.disconnect();
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === 'Cancel')?.click();
      }).observe(document.body, { subtree: true, childList: true, characterData: true }),
    );
    await converter.start.click();
    const canceled = page.getByRole('status').filter({ hasText: 'Conversion canceled.' });
    await expect(canceled).toBeAttached();
    await expect(converter.frame(name)).toContainText('Ready');
    await expect(page.getByRole('button', { name: 'Start Conversion' })).toBeEnabled();
    await converter.convert();
    await expect(converter.frame(name)).toContainText('Done');
  });
});

test('results go into a folder of the visitor’s choice, and overwrite nothing there', async ({
  page,
}) => {
  // The browser's private folder stands in for one picked in the system's dialog.
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  const converter = new ConverterPage(page);
  await converter.open();
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    await folder.getFileHandle('grid.jpg', { create: true });
  });
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Save to a folder' }).click();
  await expect(page.getByText(/^2 files saved to/).first()).toBeVisible();
  const sizes = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const found: Record<string, number> = {};
    for await (const [name, handle] of folder.entries()) {
      if (handle instanceof FileSystemFileHandle) found[name] = (await handle.getFile()).size;
    }
    return found;
  });
  expect(Object.keys(sizes).sort()).toEqual(['grid (2).jpg', 'grid.jpg', 'rotated.jpg']);
  expect(sizes['grid.jpg']).toBe(0);
  expect(sizes['grid (2).jpg']).toBeGreaterThan(100);
});

test('the format of a photo is said once, in its name', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  const card = converter.frame('grid.heic');
  await expect(card).toBeVisible();
  for (const view of ['as a grid', 'as a list']) {
    const text = await card.innerText();
    expect(text.match(/heic/gi), view).toEqual(['heic']);
    if (view === 'as a grid') await page.getByRole('button', { name: 'List', exact: true }).click();
  }
});
