import { expect, test } from '@playwright/test';
import { findViolations } from '../testing/expect-accessible.ts';

const results: [example: string, says: RegExp][] = [
  ['Convert to JPG', /640 x 400, \d+ bytes of image\/jpeg/],
  ['See what is in a file, and what a conversion would do', /"format": "png"/],
  ['Pixels: the average color', /^rgb\(\d+, \d+, \d+\)$/],
  ['Metadata: without the location', /the result has no location/],
];

test('the examples for developers run in the page, with our own engine', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto('/developers');
  const first = page.getByRole('button', { name: 'Run “Convert to JPG”' });
  await expect(first).toBeDisabled();
  await page.getByRole('button', { name: 'Use a test picture' }).click();
  await expect(page.getByText('Chosen: test-picture.png')).toBeVisible();
  for (const [title, says] of results) {
    await page.getByRole('button', { name: `Run “${title}”` }).click();
    await expect(page.getByText(says)).toBeVisible();
  }
  await expect(page.getByRole('img', { name: 'Result of “Convert to JPG”' })).toBeVisible();
  expect(refused).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test('the pages for developers have measured sizes, times and the whole reference', async ({
  page,
  request,
}) => {
  await page.goto('/de');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Für Entwickler' });
  await expect(link).toHaveAttribute('hreflang', 'en');
  await link.click();
  await expect(page).toHaveURL(/\/developers$/);
  await expect(
    page.getByText(/From HEIC to JPG a browser fetches \d+\.\d\skB in all/),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /^the first photo \d+ \d+\.\d\skB/ })).toBeVisible();
  await expect(
    page.getByRole('row', { name: /heic to jpg, warm heic-to [\d.]+\sm?s/ }),
  ).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'package reference' }).click();
  await expect(page.getByRole('heading', { name: 'Package reference', level: 1 })).toBeVisible();
  for (const name of ['convert', 'decode', 'encodeJpeg', 'EngineError', 'PixelSamples'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.locator('meta[name=robots][content*=noindex]')).toHaveCount(0);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toMatch(/\/developers<\/loc>/);
  expect(sitemap).toMatch(/\/developers\/reference<\/loc>/);
  expect(await findViolations(page)).toEqual([]);
});
