import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { startProduct, type Running } from '../testing/servers.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

const article = '/blog/understanding-heic-format';
const publisher = 'https://pagead2.googlesyndication.com';
const network = {
  ADS_PUBLISHER_ID: 'ca-pub-0123456789012345',
  ADS_SLOTS:
    '{"in-article":"0123456789","sidebar":"1123456789","header-banner":"2123456789","footer-banner":"3123456789"}',
  FLAGS: '{"ads_optimized":{"enabled":true,"rolloutPercentage":100}}',
};
const frames = { text: 'Made of oak.', link: 'https://frames.example/' };
const own = {
  ADS_OWN: JSON.stringify([
    { place: 'in-article', title: 'Frames', ...frames },
    { place: 'footer-banner', language: 'de', title: 'Rahmen', ...frames },
  ]),
};

/** What of advertisements can be seen. */
const shown = (page: Page) => page.locator('[data-ad]').filter({ visible: true });

/** Everything that the page asks from others, while a stand-in answers for the publisher. */
async function watchOthers(page: Page, url: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin.startsWith('http') && origin !== url) asked.push(origin);
  });
  await page.route(`${publisher}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.adsLoaded = true;' }),
  );
  return asked;
}

/** How much of what was on the screen has moved (web-vitals' layout shift), from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift);
}

test.describe('without a configuration', () => {
  test('there are no places, not even empty ones, and the policy lets nobody in', async ({
    page,
  }) => {
    for (const path of ['/', '/heic-to-jpg', article, '/blog', '/de/blog']) {
      const response = await page.goto(path);
      const html = (await response?.text()) ?? '';
      await expect(page.locator('[data-ad], template'), path).toHaveCount(0);
      expect(html, path).not.toMatch(/\{(?:AD|DAILY|PRICE|OPERATOR)-/);
      expect(response?.headers()['content-security-policy'], path).not.toContain('google');
      await expect(shown(page)).toHaveCount(0);
    }
    await page.goto('/ad-test');
    await expect(page.getByText('Nothing is configured for this place.')).toHaveCount(4);
  });

  test('consent alone changes nothing', async ({ page, baseURL }) => {
    const asked = await watchOthers(page, baseURL ?? '');
    await page.goto('/tracking');
    await page.getByRole('switch', { name: 'Show other companies’ ads' }).click();
    await page.goto(article);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    expect(asked).toEqual([]);
  });
});

test.describe('in the operator’s own words', () => {
  let product: Running;
  test.beforeAll(async () => {
    product = await startProduct(own);
  });
  test.afterAll(() => product.stop());

  test('they stand marked on home, tools and articles, ask nobody, and move nothing', async ({
    page,
  }) => {
    const asked = await watchOthers(page, product.url);
    const shift = await watchShifts(page);
    for (const path of ['/', '/heic-to-jpg', article]) {
      const response = await page.goto(product.url + path);
      await expect(shown(page)).toHaveCount(1);
      await expect(shown(page)).toContainText('Made of oak.');
      await expect(shown(page).getByText('Advertisement', { exact: true })).toBeVisible();
      await expect(shown(page).getByRole('link', { name: 'Frames' })).toHaveAttribute(
        'href',
        'https://frames.example/',
      );
      expect(response?.headers()['content-security-policy'], path).toContain("connect-src 'self';");
      await shown(page).scrollIntoViewIfNeeded();
      expect(await shift(), path).toBeLessThan(0.02);
    }
    await expectAccessible(page, 'an article with an advertisement');
    for (const path of ['/pricing', '/account', '/privacy-policy', '/help']) {
      await page.goto(product.url + path);
      await expect(shown(page), path).toHaveCount(0);
    }
    expect(asked).toEqual([]);
  });

  test('each language shows its own', async ({ page }) => {
    await page.goto(`${product.url}/de`);
    await expect(shown(page)).toHaveCount(2);
    await expect(shown(page).getByRole('link', { name: 'Rahmen' })).toBeVisible();
  });

  test('closed, they stay away for the session', async ({ page, context }) => {
    await page.goto(product.url);
    await shown(page).getByRole('button', { name: 'Close' }).click();
    await expect(shown(page)).toHaveCount(0);
    await page.goto(`${product.url}/heic-to-jpg`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    const later = await context.newPage();
    await later.goto(`${product.url}/heic-to-jpg`);
    await expect(shown(later)).toHaveCount(1);
  });

  test('with Pro there are none', async ({ page }) => {
    await visitAsPro(page);
    await page.goto(product.url);
    await expect(page.getByRole('heading', { name: 'You’re Pro' })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
  });
});

test.describe('of a publisher', () => {
  let product: Running;
  test.beforeAll(async () => {
    product = await startProduct(network);
  });
  test.afterAll(() => product.stop());

  test('nothing is asked from anybody before the visitor agrees', async ({ page }) => {
    const asked = await watchOthers(page, product.url);
    for (const path of [article, '/heic-to-jpg', '/', '/blog', '/faq']) {
      await page.goto(product.url + path, { waitUntil: 'networkidle' });
    }
    expect(asked).toEqual([]);
  });

  test('the place asks; who agrees there sees the advertisement, without anything moving', async ({
    page,
  }) => {
    const asked = await watchOthers(page, product.url);
    const shift = await watchShifts(page);
    await page.goto(`${product.url}/blog`);
    const banner = shown(page).first();
    await expect(banner).toContainText('Google could show an ad here.');
    await expectAccessible(page, 'the question about advertisements');
    await banner.getByRole('button', { name: 'Show it' }).click();
    await expect(page.locator('ins.adsbygoogle')).toHaveCount(2);
    await expect(page.locator('ins.adsbygoogle').first()).toHaveAttribute(
      'data-ad-slot',
      '2123456789',
    );
    expect([...new Set(asked)]).toEqual([publisher]);
    expect(await shift()).toBeLessThan(0.02);

    // Remembered, and still nothing of others beside a tool.
    await page.goto(product.url + article);
    await expect(page.locator('ins.adsbygoogle')).toHaveCount(3);
    asked.length = 0;
    for (const path of ['/heic-to-jpg', '/', '/pricing', '/account']) {
      const response = await page.goto(product.url + path, { waitUntil: 'networkidle' });
      expect(response?.headers()['content-security-policy'], path).not.toContain(
        'googlesyndication',
      );
      await expect(shown(page), path).toHaveCount(0);
    }
    expect(asked).toEqual([]);
  });

  test('who refuses is not asked again, and may change that', async ({ page }) => {
    await page.goto(product.url + article);
    await shown(page).first().getByRole('button', { name: 'No, thanks' }).click();
    await expect(shown(page)).toHaveCount(0);
    await page.goto(`${product.url}/blog`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    await page.goto(`${product.url}/tracking`);
    const choice = page.getByRole('switch', { name: 'Show other companies’ ads' });
    await expect(choice).not.toBeChecked();
    await watchOthers(page, product.url);
    await choice.click();
    await page.goto(product.url + article);
    await expect(page.locator('ins.adsbygoogle')).toHaveCount(3);
  });

  test('where the publisher is blocked, the places go and stay away', async ({ page }) => {
    await page.route(`${publisher}/**`, (route) => route.abort());
    await page.goto(product.url + article);
    await shown(page).first().getByRole('button', { name: 'Show it' }).click();
    await expect(shown(page)).toHaveCount(0);
    await page.goto(`${product.url}/blog`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
  });

  test('closed before the publisher was asked, nothing is asked any more', async ({ page }) => {
    const asked = await watchOthers(page, product.url);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/flags', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.addInitScript(() => localStorage.setItem('stillpix_choices', '{"ads":true}'));
    await page.goto(product.url + article);
    await shown(page).first().getByRole('button', { name: 'Close' }).click();
    await expect(shown(page)).toHaveCount(0);
    const answered = page.waitForResponse('**/api/flags');
    held.resolve();
    await answered;
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  });

  test('with Pro nothing is asked, neither the visitor nor the publisher', async ({ page }) => {
    const asked = await watchOthers(page, product.url);
    await visitAsPro(page);
    await page.addInitScript(() => localStorage.setItem('stillpix_choices', '{"ads":true}'));
    await page.goto(product.url + article);
    await expect(shown(page)).toHaveCount(0);
    expect(asked).toEqual([]);
  });
});
