import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { writeRaw } from '../../engine/testing/raw-files.ts';
import { measurePsnr } from '../testing/compare-pixels.ts';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';
import { describePicture } from '../testing/describe-picture.ts';

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
    { name: 'packed.svgz', type: 'image/svg+xml', bytes: gzipSync(drawing) },
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
  for (const name of ['drawing', 'packed', 'scan', 'icon', 'camera']) {
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
  const offer = page.getByRole('status').filter({ hasText: 'All done' });
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
