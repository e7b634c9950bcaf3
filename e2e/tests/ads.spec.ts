import { expect, test, type Page } from '@playwright/test';
import { startProduct, type Running } from '../testing/servers.ts';

const article = '/blog/understanding-heic-format';
const publisher = 'https://pagead2.googlesyndication.com';

let product: Running;

test.beforeAll(async () => {
  product = await startProduct({
    ADS_PUBLISHER_ID: 'ca-pub-0123456789012345',
    ADS_SLOTS: '{"in-article":"0123456789"}',
    FLAGS: '{"ads_optimized":{"enabled":true,"rolloutPercentage":100}}',
  });
});

test.afterAll(() => product.stop());

/** Everything that the page asks from others, while a stand-in answers for the publisher. */
async function watchOthers(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin.startsWith('http') && origin !== product.url) asked.push(origin);
  });
  await page.route(`${publisher}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.adsLoaded = true;' }),
  );
  return asked;
}

async function agree(page: Page): Promise<void> {
  await page.goto(`${product.url}/tracking`);
  await page.getByRole('switch', { name: 'Show other companies’ ads' }).click();
}

test('nothing is asked from anybody before the visitor agrees', async ({ page }) => {
  const asked = await watchOthers(page);
  for (const path of [article, '/heic-to-jpg', '/', '/blog', '/faq']) {
    await page.goto(product.url + path, { waitUntil: 'networkidle' });
  }
  expect(asked).toEqual([]);
});

test('who agrees sees the advertisement in an article, and still nothing of others beside a tool', async ({
  page,
}) => {
  const asked = await watchOthers(page);
  await agree(page);
  await page.goto(product.url + article);
  await expect(page.locator('ins.adsbygoogle')).toHaveAttribute('data-ad-slot', '0123456789');
  await expect.poll(() => [...new Set(asked)]).toEqual([publisher]);

  asked.length = 0;
  for (const path of ['/heic-to-jpg', '/', '/pricing', '/account']) {
    const response = await page.goto(product.url + path, { waitUntil: 'networkidle' });
    expect(response?.headers()['content-security-policy'], path).not.toContain('googlesyndication');
  }
  expect(asked).toEqual([]);
});

test('where the publisher is blocked, our own words stay', async ({ page }) => {
  await page.route(`${publisher}/**`, (route) => route.abort());
  await agree(page);
  await page.goto(product.url + article, { waitUntil: 'networkidle' });
  await expect(page.getByText('This place keeps Stillpix free')).toBeVisible();
});

test('consent alone is not enough: without a publisher nothing is asked', async ({ page }) => {
  const plain = await startProduct({});
  try {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`${plain.url}/tracking`);
    await page.getByRole('switch', { name: 'Show other companies’ ads' }).click();
    const response = await page.goto(plain.url + article, { waitUntil: 'networkidle' });
    expect(new Set(asked)).toEqual(new Set([plain.url]));
    expect(response?.headers()['content-security-policy']).not.toContain('googlesyndication');
  } finally {
    await plain.stop();
  }
});
