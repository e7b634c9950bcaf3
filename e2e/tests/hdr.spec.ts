import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

const names = ['gain-map.heic', 'gain-map.jpg'];

test('the page about HDR names what it takes, and why it refuses the rest', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/heic-to-ultra-hdr-jpg');
  await expect(
    page.getByText('HEIC, AVIF, or JPG · also in a ZIP · up to 50 MB each'),
  ).toBeVisible();
  await converter.drop({ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('words') });
  await expect(page.getByRole('alert')).toContainText(
    'Please only choose HEIC, AVIF, or JPG files.',
  );
});

async function convertAgain(page: Page, converter: ConverterPage): Promise<void> {
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
}

/** Lets a test read what the page shows; its own policy keeps such addresses from being fetched. */
async function keepShownBlobs(page: Page): Promise<(url: string) => Promise<Buffer>> {
  await page.addInitScript(() => {
    const blobs = new Map<string, Blob>();
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = create(blob);
      blobs.set(url, blob);
      return url;
    };
    Object.assign(window, { blobs });
  });
  return async (url) => {
    const bytes = await page.evaluate(async (shown) => {
      const { blobs } = window as unknown as { blobs: Map<string, Blob> };
      return [...new Uint8Array((await blobs.get(shown)?.arrayBuffer()) ?? new ArrayBuffer())];
    }, url);
    return Buffer.from(bytes);
  };
}

for (const name of names) {
  test(`details, comparison and result of ${name} say that it has HDR, which is kept unless it is left out`, async ({
    page,
  }) => {
    const readShown = await keepShownBlobs(page);
    const converter = new ConverterPage(page);
    await converter.open('/convert-to-jpg');
    await converter.drop(fixture(name));
    const frame = converter.frame(name);
    await expect(frame).toContainText(' × ');
    await page.getByRole('button', { name: `Show ${name} large` }).click();
    const dialog = page.getByRole('dialog');
    const details = dialog.getByRole('region', { name: 'Details' });
    await expect(details).toContainText('Has a gain map, brighter on HDR screens');
    const before = dialog.getByText('Before: Appears in HDR on screens that support it');
    const after = dialog.getByText('After: Appears in HDR on screens that support it');
    await expect(before).toBeAttached();
    await page.keyboard.press('Escape');

    await converter.convert();
    await expect(frame.getByTitle('Appears in HDR on screens that support it')).toBeVisible();
    const { bytes } = await converter.downloadOf('gain-map.jpg');
    expect((await sharp(bytes).metadata()).gainMap).toBeDefined();
    await page.getByRole('button', { name: `Compare ${name} before and after` }).click();
    await expect(after).toBeAttached();
    // The browser is given the result itself to show, with its map.
    const shown = dialog.getByRole('img', { name: /^After/ });
    await expect(shown).toHaveJSProperty('complete', true);
    const seen = await readShown((await shown.getAttribute('src')) ?? '');
    expect(seen.equals(bytes)).toBe(true);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByLabel('Extra brightness for HDR screens').selectOption('Leave it out');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await convertAgain(page, converter);
    await expect(frame).toContainText('Done');
    await expect(frame.getByText('HDR', { exact: true })).toHaveCount(0);
    const plain = await converter.downloadOf('gain-map.jpg');
    expect((await sharp(plain.bytes).metadata()).gainMap).toBeUndefined();
    await page.getByRole('button', { name: `Compare ${name} before and after` }).click();
    await expect(before).toBeAttached();
    await expect(after).toHaveCount(0);
  });
}

test('to PNG and WebP the extra brightness is left out, and that is said', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/convert-to-jpg');
  await converter.drop(fixture('gain-map.heic'));
  for (const [format, start] of [
    ['PNG', 'Start Conversion'],
    ['WebP', 'Convert again'],
  ] as const) {
    await page.getByRole('radio', { name: format, exact: true }).check();
    await page.getByRole('button', { name: start }).click();
    await converter.finish();
    await expect(converter.frame('gain-map.heic')).toContainText(
      'The extra brightness for HDR screens was left out.',
    );
  }
});

test('a picture that is HDR alone is shown so, and comes with a map for screens that can', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open('/convert-to-jpg');
  await converter.drop(fixture('hdr-pq.heic'));
  await expect(converter.frame('hdr-pq.heic')).toContainText(' × ');
  await page.getByRole('button', { name: 'Show hdr-pq.heic large' }).click();
  const details = page.getByRole('dialog').getByRole('region', { name: 'Details' });
  await expect(details).toContainText('Made for HDR screens');
  await page.keyboard.press('Escape');
  await converter.convert();
  await expect(converter.frame('hdr-pq.heic')).toContainText('Tone-mapped for ordinary screens');
  const { bytes } = await converter.downloadOf('hdr-pq.jpg');
  expect((await sharp(bytes).metadata()).gainMap).toBeDefined();
});
