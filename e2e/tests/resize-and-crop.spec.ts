import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { measurePsnr } from '../testing/compare-pixels.ts';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { describePicture } from '../testing/describe-picture.ts';
import { settleAnimations } from '../testing/expect-accessible.ts';

interface Point {
  x: number;
  y: number;
}

test('a preset fits the whole picture into its box', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('grid.heic'));
  await page.getByLabel('Size of the picture').selectOption({ label: 'Thumbnail, 150 × 150' });
  await converter.convert();
  const { bytes } = await converter.downloadOf('grid.jpg');
  // 200 x 150 within 150 x 150.
  expect(await describePicture(bytes)).toEqual({ format: 'jpeg', width: 150, height: 113 });
});

test('the fields for a size stay while one empties them, and types what is also offered', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('grid.heic'));
  const sizes = page.getByLabel('Size of the picture');
  const [width, height] = [page.getByLabel('Width (px)'), page.getByLabel('Height (px)')];
  await sizes.selectOption('Another size');
  await width.fill('');
  await expect(height).toBeVisible();
  await width.pressSequentially('150');
  await height.pressSequentially('150');
  await expect(sizes).toHaveValue('own');
  await height.fill('');
  await converter.convert();
  const { bytes } = await converter.downloadOf('grid.jpg');
  expect(await describePicture(bytes)).toEqual({ format: 'jpeg', width: 150, height: 113 });
  await sizes.selectOption('Original size');
  await expect(width).toBeHidden();
});

test('filling cuts what stands out, and stretching ignores the ratio', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('grid.heic'));
  await page.getByLabel('Size of the picture').selectOption({ label: 'Thumbnail, 150 × 150' });
  await page.getByRole('radio', { name: 'Fill and crop the rest' }).check();
  await converter.convert();
  const filled = await converter.downloadOf('grid.jpg');
  expect(await describePicture(filled.bytes)).toMatchObject({ width: 150, height: 150 });
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: 'Keep aspect ratio' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('radio', { name: 'PNG' }).check();
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
  const stretched = await converter.downloadOf('grid.png');
  expect(await describePicture(stretched.bytes)).toEqual({
    format: 'png',
    width: 150,
    height: 150,
  });
  expect(
    await measurePsnr(stretched.bytes, await sharp(filled.bytes).png().toBuffer()),
  ).toBeLessThan(30);
});

test('a crop drawn by keyboard is cut exactly', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('grid.heic'));
  await page.getByRole('button', { name: 'Crop grid.heic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop grid.heic' });
  // The rectangle starts at nine tenths of 200 x 150.
  await expect(dialog.getByText('180 × 135 px')).toBeVisible();
  await settleCrop(dialog);
  await dialog.getByLabel('Bottom right corner').focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText('180 × 135 px')).toBeHidden();
  const size = (await dialog.getByText(/^\d+ × \d+ px$/).textContent()) ?? '';
  const [width, height] = size.split(/\D+/).map(Number);
  expect(width).toBeLessThan(180);
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Crop grid.heic' })).toBeFocused();
  await converter.convert();
  const { bytes } = await converter.downloadOf('grid.jpg');
  expect(await describePicture(bytes)).toMatchObject({ width, height });
});

test('in the crop, Shift makes the steps of the keys bigger', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('grid.heic'));
  await page.getByRole('button', { name: 'Crop grid.heic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop grid.heic' });
  const readWidth = async () =>
    Number.parseInt((await dialog.getByText(/^\d+ × \d+ px$/).textContent()) ?? '', 10);
  await expect.poll(readWidth).toBe(180);
  await settleCrop(dialog);
  await dialog.getByLabel('Bottom right corner').focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(readWidth).toBeLessThan(180);
  const fine = await readWidth();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => fine - (await readWidth())).toBeGreaterThan(2 * (180 - fine));
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a crop is drawn with a finger, and compared with the same part of the original', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open('/tools/image-resize-crop');
    await converter.drop(fixture('grid.heic'));
    await page.getByRole('button', { name: 'Crop grid.heic' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Crop grid.heic' });
    await expect(dialog.getByText('180 × 135 px')).toBeVisible();
    await expect(dialog).toHaveAccessibleDescription('Move the corners with your finger.');
    await settleCrop(dialog);
    const area = await dialog.locator('img').first().boundingBox();
    const corner = await dialog.getByLabel('Top left corner').boundingBox();
    if (area === null || corner === null) throw new Error('There is nothing to crop');
    await dragByTouch(
      page,
      { x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 },
      { x: area.x + area.width * 0.5, y: area.y + area.height * 0.5 },
    );
    // From the middle of 200 x 150 to where the other corner stood, give or take a pixel.
    const drawn = dialog.getByText(/^(?:89|90|91) × (?:67|68|69) px$/);
    const [width = 0, height = 0] = ((await drawn.textContent()) ?? '').split(/\D+/).map(Number);
    await dialog.getByRole('button', { name: 'Crop', exact: true }).tap();
    await converter.convert();
    const { bytes } = await converter.downloadOf('grid.jpg');
    expect(await describePicture(bytes)).toMatchObject({ width, height });

    await page.getByRole('button', { name: 'Compare grid.heic before and after' }).tap();
    const before = page.getByRole('img', { name: /^Before/ });
    await expect(before).toBeVisible();
    const after = page.getByRole('img', { name: /^After/ });
    const readShare = async (side: 'width' | 'height') => {
      const [whole, shown] = [await before.boundingBox(), await after.boundingBox()];
      return (whole?.[side] ?? 0) / (shown?.[side] ?? 1);
    };
    // The original is enlarged until the part that was kept fills the same place, once both are measured.
    await expect.poll(() => readShare('width')).toBeCloseTo(200 / width, 1);
    await expect.poll(() => readShare('height')).toBeCloseTo(150 / height, 1);
  });

  test('a second finger does not pull at the crop', async ({ page }) => {
    const converter = new ConverterPage(page);
    await converter.open('/tools/image-resize-crop');
    await converter.drop(fixture('grid.heic'));
    await page.getByRole('button', { name: 'Crop grid.heic' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Crop grid.heic' });
    await expect(dialog.getByText('180 × 135 px')).toBeVisible();
    await settleCrop(dialog);
    const centerOf = async (label: string): Promise<Point> => {
      const box = await dialog.getByLabel(label).boundingBox();
      if (box === null) throw new Error(`There is no ${label}`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const first = await centerOf('Bottom right corner');
    const second = await centerOf('Top left corner');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: Point[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, id) => ({ ...point, id })),
      });
    await touch('touchStart', first);
    const moved = { x: first.x - 30, y: first.y - 30 };
    await touch('touchMove', moved);
    const cropped = (await dialog.getByText(/ px$/).textContent()) ?? '';
    expect(cropped).not.toBe('180 × 135 px');
    await touch('touchStart', moved, second);
    for (const step of [10, 20, 30]) {
      await touch('touchMove', moved, { x: second.x + step, y: second.y + step });
      await expect(dialog.getByText(/ px$/)).toHaveText(cropped);
    }
    await touch('touchEnd');
    await expect(dialog.getByText(/ px$/)).toHaveText(cropped);
    // With all fingers lifted, the next one moves it again.
    const corner = await centerOf('Top left corner');
    await dragByTouch(page, corner, { x: corner.x + 20, y: corner.y + 20 });
    await expect(dialog.getByText(/ px$/)).not.toHaveText(cropped);
  });
});

test('a crop drawn with the mouse keeps a locked shape', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('drawing.png'));
  await page.getByRole('button', { name: 'Crop drawing.png' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Square' }).check();
  await settleCrop(dialog);
  const corner = await dialog.getByLabel('Top left corner').boundingBox();
  if (corner === null) throw new Error('The crop rectangle has no corner');
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await page.mouse.down();
  await page.mouse.move(corner.x + 14, corner.y + 10, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  await converter.convert();
  const { width, height } = await describePicture(
    (await converter.downloadOf('drawing.jpg')).bytes,
  );
  expect(width).toBeGreaterThan(0);
  expect(Math.abs(width - height)).toBeLessThanOrEqual(1);
});

/** Until its picture is loaded and the dialog stands still, nothing in it can be measured. */
async function settleCrop(dialog: Locator): Promise<void> {
  await expect(dialog.locator('img').first()).toHaveJSProperty('complete', true);
  await settleAnimations(dialog.page());
}

/** A finger put down, moved and lifted, as the browser gets it from a touch screen. */
async function dragByTouch(page: Page, from: Point, to: Point): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 5; step++) {
    const part = step / 5;
    await touch('touchMove', [
      { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
    ]);
  }
  await touch('touchEnd', []);
}
