import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { writeRaw } from '../../engine/testing/raw-files.ts';
import { measurePsnr } from '../testing/compare-pixels.ts';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';
import { settleAnimations } from '../testing/expect-accessible.ts';

async function describePicture(bytes: Buffer) {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}

test('JPG to WebP gives a WebP of the same picture', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/jpg-to-webp');
  await converter.drop(fixture('located.jpg'));
  await converter.convert();
  const { bytes } = await converter.downloadOf('located.webp');
  expect((await describePicture(bytes)).format).toBe('webp');
  const reference = readFileSync(fixturePath('located.png'));
  expect(await measurePsnr(bytes, reference)).toBeGreaterThanOrEqual(30);
});

test('HEIC to PNG loses nothing, and has no quality to choose', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/heic-to-png');
  await converter.drop(fixture('grid.heic'));
  await expect(page.getByRole('button', { name: 'Adjust' })).toBeHidden();
  await converter.convert();
  const { bytes } = await converter.downloadOf('grid.png');
  expect((await describePicture(bytes)).format).toBe('png');
  expect(await measurePsnr(bytes, readFileSync(fixturePath('grid.png')))).toBeGreaterThanOrEqual(
    38,
  );
});

test('compressing a JPG never gives a bigger file, and says when the original was kept', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  const tight = await sharp(fixturePath('drawing.png')).jpeg({ quality: 30 }).toBuffer();
  const wide = await sharp(fixturePath('drawing.png')).jpeg({ quality: 100 }).toBuffer();
  await converter.open('/tools/jpg-compress');
  await converter.drop({ name: 'tight.jpg', bytes: tight }, { name: 'wide.jpg', bytes: wide });
  await converter.convert();
  await expect(converter.frame('tight.jpg')).toContainText('The original was already smaller');
  expect((await converter.downloadOf('tight.jpg')).bytes.equals(tight)).toBe(true);
  expect((await converter.downloadOf('wide.jpg')).bytes.length).toBeLessThan(wide.length);
});

test.describe('resize and crop', () => {
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
    await page.getByRole('radio', { name: 'Fill and cut the rest' }).check();
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
});

test('before and after can be compared by keyboard and pointer', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Compare grid.heic before and after' }).click();
  const dialog = page.getByRole('dialog', { name: 'Before and after: grid.heic' });
  const divider = dialog.getByRole('slider');
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await divider.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '51');
  const box = await divider.boundingBox();
  if (box === null) throw new Error('The divider is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => Number(await divider.getAttribute('aria-valuenow')))
    .toBeLessThan(40);
  await expect(dialog.getByRole('img', { name: /^Before/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('button', { name: 'Compare grid.heic before and after' }),
  ).toBeFocused();
});

/** An icon whose only picture is this PNG. */
function iconOf(png: Uint8Array): Uint8Array {
  const directory = new DataView(new ArrayBuffer(22));
  // An icon, one picture, one plane.
  for (const at of [2, 4, 10]) directory.setUint16(at, 1, true);
  directory.setUint32(14, png.length, true);
  directory.setUint32(18, 22, true);
  return Buffer.concat([Buffer.from(directory.buffer), png]);
}

test('a drawing, a scan, an icon and a RAW file become JPGs beside each other', async ({
  page,
}) => {
  const { bytes: png } = fixture('drawing.png');
  const { bytes: jpeg } = fixture('located.jpg');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">
    <rect width="30" height="20" fill="#08f"/></svg>`;
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(
    { name: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from(drawing) },
    { name: 'scan.tiff', bytes: await sharp(png).tiff({ compression: 'lzw' }).toBuffer() },
    { name: 'icon.ico', bytes: iconOf(png) },
    { name: 'camera.nef', bytes: writeRaw('nef', jpeg, jpeg) },
  );
  await page.getByLabel('Size of the picture').selectOption({ label: 'Small, 400 × 400' });
  await converter.convert();
  await expect(converter.frame('camera.nef')).toContainText('the camera put into the RAW file');
  // How much more its pixels weigh than its text says nothing.
  await expect(converter.frame('drawing.svg')).toContainText('Done');
  await expect(converter.frame('drawing.svg')).not.toContainText('%');
  for (const name of ['drawing', 'scan', 'icon', 'camera']) {
    const { bytes } = await converter.downloadOf(`${name}.jpg`);
    const { width, height } = await sharp(bytes).metadata();
    expect(Math.max(width, height)).toBe(400);
  }
});

for (const has of [true, false]) {
  test(`JPEG XL converts in a browser with ${has ? 'a' : 'no'} decoder for it`, async ({
    page,
  }) => {
    if (!has) {
      await page.route(/\/assets\/worker-[\w-]+\.js$/, async (route) => {
        const response = await route.fetch();
        const body = `delete globalThis.ImageDecoder;\n${await response.text()}`;
        await route.fulfill({ response, body });
      });
    }
    const decoders: string[] = [];
    page.on('request', (request) => {
      if (/\/jxl_dec-[\w-]+\.wasm$/.test(request.url())) decoders.push(request.url());
    });
    const converter = new ConverterPage(page);
    await converter.open('/convert-to-jpg');
    const canDecode = has && (await page.evaluate(() => ImageDecoder.isTypeSupported('image/jxl')));
    await converter.drop(fixture('drawing.jxl'));
    await converter.start.click();
    await converter.finish();
    const { bytes } = await converter.downloadOf('drawing.jpg');
    const reference = readFileSync(fixturePath('drawing.png'));
    expect(await measurePsnr(bytes, reference)).toBeGreaterThanOrEqual(30);
    expect(decoders.length > 0).toBe(!canDecode);
  });
}

test('what is offered after a good batch covers neither photos nor settings, and no dialog', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  const offer = page.getByRole('status').filter({ hasText: 'Done, all of them' });
  await expect(offer).toBeVisible();
  const covered = await offer.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const own = (hit: Element) => element.contains(hit) || hit.contains(element);
    return document.elementsFromPoint(left + width / 2, top + height / 2).every(own);
  });
  expect(covered).toBe(true);
  await page.getByRole('button', { name: 'Compare grid.heic before and after' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // Nor does it say that all is done where it is not, or of photos that are gone.
  await page.getByRole('radio', { name: /Small/ }).check();
  await expect(offer).toBeHidden();
  await page.getByRole('radio', { name: /Standard/ }).check();
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('the place where a photo was taken stays out when asked', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('located.jpg'));
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Details stored in the photo').selectOption('Remove all');
  await page.getByRole('button', { name: 'Done' }).click();
  await converter.convert();
  const { bytes } = await converter.downloadOf('located.jpg');
  expect((await sharp(fixturePath('located.jpg')).metadata()).exif).toBeDefined();
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

/** Until its picture is loaded and the dialog stands still, nothing in it can be measured. */
async function settleCrop(dialog: Locator): Promise<void> {
  await expect(dialog.locator('img').first()).toHaveJSProperty('complete', true);
  await settleAnimations(dialog.page());
}

interface Point {
  x: number;
  y: number;
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
