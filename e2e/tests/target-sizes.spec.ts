import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture, type GivenFile } from '../testing/converter-page.ts';
import { hasPlace } from '../testing/has-place.ts';

/** Of which no quality makes less than some hundred kilobytes. */
async function noise(name: string): Promise<GivenFile> {
  const bytes = await sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { name, type: 'image/png', bytes };
}

async function askFor100kB(page: Page): Promise<ConverterPage> {
  const converter = new ConverterPage(page);
  await converter.open('/png-to-jpg');
  await converter.choose(await noise('noise.png'));
  await page.getByRole('radio', { name: '100 kB' }).check();
  return converter;
}

test('a size beyond any quality is reached with fewer pixels, said before and after', async ({
  page,
}) => {
  const converter = await askFor100kB(page);
  await expect(
    page.getByText('Where quality alone is not enough, the picture is made smaller too.'),
  ).toBeVisible();
  await converter.convert();
  await expect(converter.frame('noise.png')).toContainText('Also made smaller');
  const { bytes } = await converter.downloadOf('noise.jpg');
  expect(bytes.length).toBeLessThanOrEqual(100_000);
  expect((await sharp(bytes).metadata()).width).toBeLessThan(1200);
});

test('where the picture may not be made smaller, a missed size is amber and says why', async ({
  page,
}) => {
  const converter = await askFor100kB(page);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('switch', { name: /Make the picture smaller/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await converter.convert();
  await expect(page.getByText('1 photo converted. 1 over the limit.')).toBeAttached();
  const frame = converter.frame('noise.png');
  await expect(frame).toContainText('still above your limit');
  await expect(frame).toContainText('A smaller picture or a higher limit helps.');
  await expect(frame.getByText(/^Done, but/)).toHaveCSS('color', 'rgb(242, 193, 78)');
  // So is the sum, until the limit is another.
  const sum = page.getByText(/^1 photo in .*, 1 over the limit$/);
  await expect(sum).toHaveCSS('color', 'rgb(122, 77, 0)');
  await page.getByRole('radio', { name: '2 MB' }).check();
  await expect(page.getByText(/photo in .* over the limit/)).toHaveCount(0);
});

test('a result that is bigger than its original is no success in green', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/convert-to-jpg');
  const { bytes } = await noise('noise.png');
  const small = await sharp(bytes).jpeg({ quality: 20 }).toBuffer();
  await converter.drop({ name: 'small.jpg', bytes: small }, fixture('grid.heic'));
  await converter.convert();
  const green = 'rgb(127, 208, 154)';
  await expect(converter.frame('grid.heic').getByText(/^Done, .* smaller$/)).toHaveCSS(
    'color',
    green,
  );
  const bigger = converter.frame('small.jpg').getByText(/^Done, .* bigger$/);
  await expect(bigger).toBeVisible();
  await expect(bigger).not.toHaveCSS('color', green);
});

test('a result that is made smaller with one click has no more to tell than before', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open('/convert-to-jpg');
  const { bytes } = await noise('noise.png');
  const located = await sharp(bytes)
    .jpeg({ quality: 60 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
    .toBuffer();
  expect(await hasPlace(located)).toBe(true);
  await converter.drop({ name: 'located.jpg', bytes: located });
  await page.getByRole('button', { name: 'Show located.jpg large' }).click();
  await page.getByRole('button', { name: 'Remove the location' }).click();
  await page.keyboard.press('Escape');
  await converter.convert();
  const frame = converter.frame('located.jpg');
  await frame.getByRole('button', { name: /^Smaller: quality 85/ }).click();
  await expect(frame.getByRole('button', { name: /^Smaller/ })).toBeHidden();
  await converter.finish();
  expect(await hasPlace((await converter.downloadOf('located.jpg')).bytes)).toBe(false);
});
