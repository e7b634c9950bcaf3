import { existsSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, photo, photoFolder } from '../testing/converter-page.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

/** Of a size as the page writes it. */
function bytesIn(text: string): number {
  return Number.parseFloat(text) * (text.endsWith('kB') ? 1e3 : 1e6);
}

async function chooseQuality(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check();
}

test.skip(!existsSync(photoFolder), 'the corpus of real photos is not here');
const names = [
  'iphone-12mp-grid.heic',
  'iphone-12mp-p3-portrait.heic',
  'iphone-immich.heic',
  'xiaomi.heic',
  'galaxy-s24-exif6-no-irot.heic',
];

test('the size said before is within 15 % of what comes, whatever the quality', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(...names.map(photo));
  for (const quality of [/Standard/, /Small/, /Balanced/]) {
    await chooseQuality(page, quality);
    const said = page.getByText(/^About .* MB, measured from the photos$/);
    await expect(said).toBeVisible({ timeout: 60_000 });
    const expected = Number.parseFloat(((await said.textContent()) ?? '').slice('About '.length));
    await page.getByRole('button', { name: /Start Conversion|Convert again/ }).click();
    await converter.finish();
    const total = await page.getByText(/ became /).textContent();
    const made = Number.parseFloat((total ?? '').split(' became ')[1] ?? '');
    expect(expected / made).toBeGreaterThan(0.85);
    expect(expected / made).toBeLessThan(1.15);
  }
});

test('for each of a dozen photos, in every format, it is within 15 % of what comes', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const dozen = [
    ...names,
    'iphone-exif-at-eof.heic',
    'iphone-ios18-tmap-gainmap.heic',
    'libheif-example.heic',
    'samsung-meta-after-mdat.heic',
    '../jpeg/galaxy-s4.jpg',
    '../jpeg/iphone-6.jpg',
    '../jpeg/orientation-landscape-1.jpg',
  ].map(photo);
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open('/convert-to-jpg');
  await converter.choose(...dozen);
  await expect(converter.frames).toHaveCount(dozen.length);
  for (const format of ['JPG', 'WebP', 'PNG']) {
    await page.getByRole('radio', { name: format, exact: true }).check();
    await expect(page.getByText(/measured from the photos$/)).toBeVisible({ timeout: 90_000 });
    const expected: number[] = [];
    await converter.frames
      .first()
      .getByRole('button', { name: /^(?:Show|Compare) / })
      .click();
    for (const [index, { name }] of dozen.entries()) {
      if (index > 0) await page.getByRole('button', { name: 'Next photo' }).click();
      const dialog = page.getByRole('dialog').filter({ hasText: name });
      await expect(dialog).toBeVisible();
      const said = await dialog.getByText(/^about /).textContent();
      expected.push(bytesIn(said?.slice('about '.length) ?? ''));
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(?:Start Conversion|Convert again)$/ }).click();
    await converter.finish();
    for (const [index, { name }] of dozen.entries()) {
      const facts = (await converter.frame(name).textContent()) ?? '';
      const made = bytesIn(/→ ([\d.,]+ [kM]B)/.exec(facts)?.[1] ?? '');
      const ratio = (expected[index] ?? 0) / made;
      expect(ratio, `${name} as ${format}`).toBeGreaterThan(0.85);
      expect(ratio, `${name} as ${format}`).toBeLessThan(1.15);
    }
  }
});

test('a size that quality alone cannot reach is reached with fewer pixels, said before and after', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(photo('iphone-12mp-grid.heic'));
  await page.getByRole('radio', { name: '100 kB' }).check();
  await expect(
    page.getByText('Where quality alone is not enough, the picture is made smaller too.'),
  ).toBeVisible();
  await converter.convert();
  await expect(converter.frame('iphone-12mp-grid.heic')).toContainText('Also made smaller');
  const { bytes } = await converter.downloadOf('iphone-12mp-grid.jpg');
  expect(bytes.length).toBeLessThanOrEqual(100_000);
  expect((await sharp(bytes).metadata()).width).toBeLessThan(4032);
});

test('a missed size is amber and says why, where the picture may not be made smaller', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(photo('iphone-12mp-grid.heic'));
  await page.getByRole('radio', { name: '100 kB' }).check();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: /Make the picture smaller/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await converter.convert();
  const frame = converter.frame('iphone-12mp-grid.heic');
  await expect(frame).toContainText('still above your limit');
  await expect(frame.getByText(/^Done, but/)).toHaveCSS('color', 'rgb(242, 193, 78)');
});

test('a JPG that is bigger than its HEIC is no success in green, and one click makes it smaller', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(photo('iphone-12mp-p3-portrait.heic'));
  await converter.convert();
  const frame = converter.frame('iphone-12mp-p3-portrait.heic');
  await expect(frame.getByText(/^Done, .* bigger$/)).not.toHaveCSS('color', 'rgb(127, 208, 154)');
  const first = await converter.downloadOf('iphone-12mp-p3-portrait.jpg');
  await frame.getByRole('button', { name: /^Smaller: quality 85, about/ }).click();
  await converter.finish();
  await expect(frame).toContainText('Only this one');
  const second = await converter.downloadOf('iphone-12mp-p3-portrait.jpg');
  expect(second.bytes.length).toBeLessThan(first.bytes.length);
});
