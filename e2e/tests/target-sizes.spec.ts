import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture, type GivenFile } from '../testing/converter-page.ts';

/** Of which no quality makes less than some hundred kilobytes. */
async function noise(name: string): Promise<GivenFile> {
  const bytes = await sharp({
    create: {
      ...{ width: 1200, height: 900, channels: 3, background: '#888' },
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
  const frame = converter.frame('noise.png');
  await expect(frame).toContainText('still above your limit');
  await expect(frame).toContainText('A smaller picture or a higher limit helps.');
  await expect(frame.getByText(/^Done, but/)).toHaveCSS('color', 'rgb(242, 193, 78)');
  // So is the sum, until the limit is another.
  const sum = page.getByText(/^1 photo in .*, 1 over the limit$/);
  await expect(sum).toHaveCSS('color', 'rgb(122, 77, 0)');
  await page.getByRole('radio', { name: '2 MB' }).check();
  await expect(page.getByText(/over the limit/)).toHaveCount(0);
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
