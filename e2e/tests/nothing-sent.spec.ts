import { expect, type Request, test } from '@playwright/test';
import { makeZip } from '../../web/src/features/convert/intake/archive/hand-made-zip.ts';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

/** Bytes, by the header that went out: Playwright does not see the body when it is a file. */
async function bodySize(request: Request): Promise<number> {
  // It has no body, and the headers of one that ended with its worker never come.
  if (request.method() === 'GET') return 0;
  return Number((await request.allHeaders())['content-length'] ?? 0);
}

test('no request leaves the site, and none is bigger than a few words', async ({
  page,
  baseURL,
}) => {
  const requests: Request[] = [];
  page.context().on('request', (request) => requests.push(request));
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('alpha.heic'));
  const report = page.waitForRequest('**/api/conversions');
  await converter.convert();
  expect((await report).postDataJSON()).toMatchObject({ converted: 2 });
  await converter.downloadOf('grid.jpg');
  const sent = requests.filter((request) => request.url().startsWith('http'));
  const ownOrigin = new URL(baseURL ?? '').origin;
  const urls = sent.map((request) => request.url());
  expect(urls.filter((url) => new URL(url).origin !== ownOrigin)).toEqual([]);
  const bodies = await Promise.all(sent.map(bodySize));
  expect(Math.max(...bodies)).toBeGreaterThan(0);
  expect(Math.max(...bodies)).toBeLessThanOrEqual(2048);
});

test('the meter counts what the browser and this test see, and sends no more than it says', async ({
  page,
}) => {
  const requests: Request[] = [];
  page.context().on('request', (request) => requests.push(request));
  const converter = new ConverterPage(page);
  await converter.open();
  const meter = page.locator('summary', { hasText: 'since this page opened' });
  const kinds = meter.locator('xpath=..');
  const zip = makeZip([{ name: 'alpha.heic', data: fixture('alpha.heic').bytes }]);
  await converter.drop(fixture('grid.heic'), { name: 'photos.zip', bytes: zip });
  await expect(converter.frames).toHaveCount(2);
  await page.getByRole('radio', { name: 'WebP' }).check();
  const report = page.waitForResponse('**/api/conversions');
  await converter.convert();
  await (await report).finished();
  await meter.click();
  await expect(page.getByText(/open the browser’s developer tools, choose Network/)).toBeVisible();
  const sent = () =>
    requests
      .filter((request) => new URL(request.url()).pathname.startsWith('/api/'))
      .reduce((sum, request) => sum + (request.postDataBuffer()?.length ?? 0), 0);
  expect(sent()).toBeGreaterThan(20);
  await expect.poll(() => meter.textContent()).toMatch(new RegExp(`^${sent()} bytes sent in`));
  const row = (name: string) =>
    kinds.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd');
  await expect(row('Other servers')).toHaveText('0');
  const asked = requests.filter((request) =>
    new URL(request.url()).pathname.startsWith('/api/'),
  ).length;
  await expect(row('Requests to our server')).toHaveText(String(asked));
  // The code of the codecs is fetched by the page, what it needs beside that by its workers.
  const code = requests.filter((request) => /\.(?:js|wasm)$/.test(new URL(request.url()).pathname));
  const counted = Number(await row('Code of this site').textContent());
  expect(counted).toBeGreaterThanOrEqual(new Set(code.map((request) => request.url())).size - 1);
});

test.describe('when something in the page asks another server', () => {
  // The page's own policy forbids that; an extension of the browser may lift it.
  test.use({ bypassCSP: true });

  test('the meter says so, and that it does not know what was sent', async ({ page }) => {
    await page.route('https://elsewhere.example/**', (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: '' }),
    );
    const converter = new ConverterPage(page);
    await converter.open();
    const meter = page.getByText(/bytes? sent in .* since this page opened/);
    await expect(meter).toBeVisible();
    await page.evaluate(async () => (await fetch('/collect', { method: 'POST' })).text());
    await meter.click();
    await expect(page.getByText(/^1 more request came from other code/)).toBeVisible();
    await page.evaluate(() => fetch('https://elsewhere.example/collect', { method: 'POST' }));
    await expect(page.getByText('Something on this page contacted another server')).toBeVisible();
    await expect(meter).toBeHidden();
  });
});
