import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { hasPlace } from '../testing/has-place.ts';
import { spatialPhoto } from '../../engine/testing/named-pictures.ts';

async function openViewer(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^(?:Show|Compare) ${name}`) }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: name });
  await expect(dialog.getByRole('img', { name: /^Before/ })).toHaveJSProperty('complete', true);
  // It rises into its place.
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  return dialog;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return box;
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

test('the photo is in its place from the first frame on', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  const widths = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const look = () => {
          const photo = document.querySelector('[role="dialog"] img');
          if (photo !== null) seen.push(photo.getBoundingClientRect().width);
          if (seen.length < 5) requestAnimationFrame(look);
          else resolve(seen);
        };
        look();
      }),
  );
  await openViewer(page, 'grid.heic');
  // It is 200 pixels wide, and is shown no larger.
  expect(await widths).toEqual(Array.from({ length: 5 }, () => 200));
});

test('compare opens in the middle; dragging pans, the handle divides, the wheel zooms, keys lead on', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  const dialog = await openViewer(page, 'grid.heic');
  const before = dialog.getByRole('img', { name: /^Before/ });
  const after = dialog.getByRole('img', { name: /^After/ });
  const divider = dialog.getByRole('slider');
  const first = await boxOf(before);
  const handle = middleOf(await boxOf(divider));
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await expect(divider).toBeInViewport({ ratio: 1 });
  expect(Math.abs(middleOf(first).x - handle.x)).toBeLessThan(2);

  await page.mouse.move(first.x + 20, first.y + 20);
  await page.mouse.down();
  await page.mouse.move(first.x + 60, first.y + 45, { steps: 3 });
  await page.mouse.up();
  // It moves with the next frame.
  const moved = { x: first.x + 40, y: first.y + 25 };
  await expect.poll(() => boxOf(before)).toMatchObject(moved);
  expect(await boxOf(after)).toMatchObject(moved);
  await expect(divider).toHaveAttribute('aria-valuenow', '50');

  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move(handle.x - 150, handle.y, { steps: 3 });
  await page.mouse.up();
  await expect
    .poll(async () => Number(await divider.getAttribute('aria-valuenow')))
    .toBeLessThan(40);
  expect(await boxOf(before)).toMatchObject(moved);

  const panned = await boxOf(before);
  const point = { x: panned.x + 10, y: panned.y + 10 };
  await page.mouse.move(point.x, point.y);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await boxOf(before)).width).toBeGreaterThan(panned.width * 2);
  const zoomed = await boxOf(before);
  const grown = zoomed.width / panned.width;
  // What lies under the pointer stays there.
  expect(zoomed.x + 10 * grown).toBeCloseTo(point.x, 0);

  await dialog.getByRole('radio', { name: 'Actual pixels' }).check();
  await expect.poll(async () => (await boxOf(before)).width).toBe(200);
  await dialog.getByRole('radio', { name: 'Whole photo' }).check();
  await expect.poll(async () => boxOf(before)).toEqual(first);

  await dialog.getByRole('button', { name: 'Next photo' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: /rotated\.heic/ })).toBeVisible();
});

test.describe('with two fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a pinch zooms, and one finger pans', async ({ page }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(fixture('grid.heic'));
    await converter.convert();
    const dialog = await openViewer(page, 'grid.heic');
    const before = dialog.getByRole('img', { name: /^Before/ });
    const first = await boxOf(before);
    const { x, y } = middleOf(first);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([left, top], id) => ({ x: left, y: top, id })),
      });
    // Away from the divider in the middle, which has a use of its own for fingers.
    await touch('touchStart', [x - 80, y - 30], [x - 40, y - 30]);
    await touch('touchMove', [x - 90, y - 30], [x - 30, y - 30]);
    await touch('touchMove', [x - 100, y - 30], [x - 30, y - 30]);
    await touch('touchEnd');
    // From 40 pixels between the fingers to 70: each finger's step is drawn by itself.
    await expect.poll(async () => (await boxOf(before)).width).toBeCloseTo(first.width * 1.75, 0);
    const zoomed = await boxOf(before);
    await touch('touchStart', [x - 80, y - 30]);
    await touch('touchMove', [x - 60, y - 10]);
    await touch('touchEnd');
    await expect.poll(async () => (await boxOf(before)).x).toBeGreaterThan(zoomed.x + 10);
    expect((await boxOf(before)).width).toBeCloseTo(zoomed.width, 1);
    // Held the other way, the device shows the same part as large as before.
    const stage = dialog.locator('[class*="stage"]').first();
    const upright = await boxOf(stage);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(async () => (await boxOf(stage)).width).toBeGreaterThan(upright.width);
    expect((await boxOf(before)).width).toBeCloseTo(zoomed.width, 1);
  });
});

test('while the quality changes, the part in view is shown as it will be, with its size, and is so', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frame('grid.heic')).toContainText('200 × 150');
  const dialog = await openViewer(page, 'grid.heic');
  const live = (quality: number) =>
    dialog.getByRole('img', { name: new RegExp(`^After: At quality ${quality} this part takes`) });
  await expect(live(92)).toBeVisible();
  await dialog.getByRole('radio', { name: /Small/ }).check();
  await expect(live(70)).toBeVisible();
  await expect(dialog.getByText(/^At quality 70 this part takes/)).toBeVisible();
  await expect(dialog.getByText(/^about /)).toBeVisible();
  const seen = await live(70).evaluate((image: HTMLImageElement) => {
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
  });
  await page.keyboard.press('Escape');
  await converter.convert();
  const { bytes } = await converter.downloadOf('grid.jpg');
  const made = await sharp(bytes).ensureAlpha().raw().toBuffer();
  expect(seen).toHaveLength(made.length);
  const difference = seen.reduce(
    (sum, value, index) => sum + Math.abs(value - (made[index] ?? 0)),
    0,
  );
  expect(difference / made.length).toBeLessThan(2);
});

test('a quality for one photo stays its own, also on its way past the one that all have', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('button', { name: 'Settings for grid.heic only' }).click();
  const own = page.getByRole('dialog', { name: 'Settings for grid.heic only' });
  await own.getByRole('radio', { name: /Balanced/ }).check();
  await page.keyboard.press('Escape');
  const dialog = await openViewer(page, 'grid.heic');
  const choose = (name: RegExp) => dialog.getByRole('radio', { name }).check();
  await expect(dialog.getByText('Only this one')).toBeVisible();
  await choose(/Standard/);
  await expect(dialog.getByText('Only this one')).toBeVisible();
  await choose(/High/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked();
  await expect(converter.frame('grid.heic')).toContainText('Only this one');
  await expect(converter.frame('rotated.heic')).not.toContainText('Only this one');
});

test('at actual pixels only the part in the window is made', async ({ page }) => {
  const noise = await sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const converter = new ConverterPage(page);
  await converter.open('/png-to-jpg');
  await converter.choose({ name: 'noise.png', type: 'image/png', bytes: noise });
  await expect(converter.frame('noise.png')).toContainText('2400 × 1800');
  const dialog = await openViewer(page, 'noise.png');
  // So much at once is drawn smaller, and that is said.
  const whole = dialog.getByRole('img', { name: /^After: At quality 92, drawn smaller/ });
  await expect(whole).toBeVisible();
  const drawn = await whole.evaluate((image: HTMLImageElement) => image.naturalWidth);
  expect(drawn).toBeLessThan(1200);
  expect(drawn).toBeGreaterThan(1000);
  await dialog.getByRole('radio', { name: 'Actual pixels' }).check();
  const part = dialog.getByRole('img', { name: /^After: At quality 92 this part takes/ });
  const sizeOf = () => part.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect(part).toBeVisible();
  await expect.poll(sizeOf).toBeLessThan(1200);
  // It covers the window, and lies on the same pixels as the original under it.
  const stage = await boxOf(dialog.locator('[class*="stage"]').first());
  const box = await boxOf(part);
  expect(box.x).toBeLessThanOrEqual(stage.x);
  expect(box.x + box.width).toBeGreaterThanOrEqual(stage.x + stage.width);
  const original = await boxOf(dialog.getByRole('img', { name: /^Before/ }));
  expect((box.x - original.x) % 16).toBeCloseTo(0, 1);
});

test('details tell of camera, lens, exposure and place, which stays out of one photo or of all', async ({
  page,
}) => {
  const exposed = await sharp(fixture('located.jpg').bytes)
    .keepExif()
    .withExifMerge({ IFD2: { ExposureTime: '1/250', FNumber: '28/10', ISOSpeedRatings: '400' } })
    .jpeg()
    .toBuffer();
  const converter = new ConverterPage(page);
  await converter.open('/convert-to-jpg');
  await converter.drop(
    { name: 'located.jpg', bytes: exposed },
    fixture('located.jpg', 'other.jpg'),
    fixture('phone-p3.heic'),
  );
  await expect(converter.frame('phone-p3.heic')).toContainText('64 × 96');
  let dialog = await openViewer(page, 'located.jpg');
  const details = dialog.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('Stillpix Fixture 2');
  await expect(details).toContainText('Fixture 50mm f/2');
  await expect(details).toContainText('1/250 s · f/2.8 · ISO 400');
  await expect(details).toContainText('48.20000° / 16.37000° / 171 m');
  await expect(details).toContainText('The result keeps date, camera and location.');
  await details.getByRole('button', { name: 'Remove the location' }).click();
  await expect(details).toContainText('The result keeps date and camera, but not the location.');
  await page.keyboard.press('Escape');
  await expect(converter.frame('located.jpg')).toContainText('Only this one');
  await converter.convert();
  const keepsPlace = async (name: string) => hasPlace((await converter.downloadOf(name)).bytes);
  expect(await keepsPlace('located.jpg')).toBe(false);
  expect(await keepsPlace('other.jpg')).toBe(true);
  dialog = await openViewer(page, 'phone-p3.heic');
  await expect(dialog.getByText('Display P3')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove it from all' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
  expect(await keepsPlace('other.jpg')).toBe(false);
  expect(await keepsPlace('phone-p3.jpg')).toBe(false);
});

test('a result is copied to the clipboard as a picture', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  const dialog = await openViewer(page, 'grid.heic');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item?.getType('image/png');
    return blob ? [...new Uint8Array(await blob.arrayBuffer())] : [];
  });
  expect(await sharp(Buffer.from(copied)).metadata()).toMatchObject({ width: 200, height: 150 });
});

test('results go to other apps where the device can share files', async ({ page }) => {
  // No system dialog opens in a browser without a screen: what the page hands to it is what counts.
  await page.addInitScript(() => {
    const shared: { name: string; type: string; size: number }[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => (files?.length ?? 0) > 0,
      share: async ({ files = [] }: ShareData) => {
        shared.push(...files.map(({ name, type, size }) => ({ name, type, size })));
      },
    });
  });
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = () =>
    page.evaluate(() => (window as unknown as { shared: { name: string }[] }).shared);
  await expect.poll(shared).toMatchObject([
    { name: 'grid.jpg', type: 'image/jpeg' },
    { name: 'rotated.jpg', type: 'image/jpeg' },
  ]);
  const dialog = await openViewer(page, 'rotated.heic');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(shared).toHaveLength(3);
});

test('what else a photo holds is offered by name, and converted beside it', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop({ name: 'spatial.heic', bytes: await spatialPhoto() });
  await expect(converter.frame('spatial.heic')).toContainText('96 × 64');
  const dialog = await openViewer(page, 'spatial.heic');
  const details = dialog.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('right eye, depth map, portrait mask');
  const also = details.getByRole('button', { name: 'Convert these too' });
  await expect(also).toHaveAttribute('aria-pressed', 'false');
  await also.click();
  await expect(also).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await converter.convert();
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download all 4' }).click();
  await expect
    .poll(() => names.toSorted())
    .toEqual([
      'spatial-depth-map.jpg',
      'spatial-portrait-matte.jpg',
      'spatial-right-eye.jpg',
      'spatial.jpg',
    ]);
});
