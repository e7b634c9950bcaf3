import { expect, type Locator, test } from '@playwright/test';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an article and the menus can be used', async ({ page }) => {
    await page.goto('/blog/understanding-heic-format');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page
      .getByRole('navigation', { name: 'All tools' })
      .getByRole('link', { name: 'Compress JPG' })
      .click();
    await expect(page).toHaveURL(/\/tools\/jpg-compress$/);
  });
});

test('the theme is kept and shown before the first paint of the next page', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  // Before a page's first frame nothing has been painted.
  await page.addInitScript(() =>
    requestAnimationFrame(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement);
      Object.assign(window, { firstFrame: backgroundColor });
    }),
  );
  await page.goto('/');
  expect(await page.evaluate(() => Reflect.get(window, 'firstFrame'))).toBe('rgb(17, 16, 15)');
});

test('a page is printed dark on white in either theme, with every answer and nothing to press', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/faq');
  const answer = page.getByText('Not for converting. Only Pro needs one.');
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(22, 21, 18)');
  // A theme that was chosen is one of screens, too.
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(22, 21, 18)');
});

test('what is black on screens and offers something to press is printed as ink on white', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/');
  const pro = page.locator('section', {
    has: page.getByRole('heading', { name: 'Pro', exact: true }),
  });
  await expect(pro.getByText('Priority support')).toHaveCSS('color', 'rgb(22, 21, 18)');
  await expect(page.getByRole('link', { name: 'WebP to JPG' })).toHaveCSS(
    'color',
    'rgb(22, 21, 18)',
  );
  await expect(page.getByText('Drop your photos here')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Go Pro' })).toHaveCount(0);
});

test('an open menu covers neither the header nor the ribbon above it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const headerBottom = () =>
    page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom);
  const menuTop = async () => (await page.locator('#menu-tools').boundingBox())?.y;
  await expect(page.getByRole('complementary', { name: 'See Pro' })).toBeVisible();
  await page.getByRole('button', { name: 'Tools' }).click();
  await expect.poll(menuTop).toBeCloseTo(await headerBottom(), 0);
  await page.mouse.wheel(0, 500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect.poll(menuTop).toBeCloseTo(await headerBottom(), 0);
});

test('the ribbon stays away for seven days after it was closed', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T10:00:00Z'));
  await page.goto('/');
  const ribbon = page.getByRole('complementary', { name: 'See Pro' });
  await expect(ribbon).toBeVisible();
  await ribbon.getByRole('button').click();
  await expect(ribbon).toBeHidden();
  await page.clock.setFixedTime(new Date('2026-11-28T09:00:00Z'));
  await page.reload();
  await expect(ribbon).toBeHidden();
  await page.clock.setFixedTime(new Date('2026-11-28T11:00:00Z'));
  await page.reload();
  await expect(ribbon).toBeVisible();
});

test('the promotional badge is shown until the end that is configured and not after', async ({
  page,
}) => {
  await page.route('**/api/flags', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, promotionEnds: '2025-08-27T06:59:00Z' } });
  });
  await page.clock.setFixedTime(new Date('2025-08-27T06:58:00Z'));
  await page.goto('/');
  const badge = page.getByText('Summer offer');
  await expect(badge).toBeVisible();
  // It lies over nothing that can be pressed: not the ribbon's cross, and nothing of the header.
  const ribbon = page.getByRole('complementary', { name: 'See Pro' });
  await expect(ribbon).toBeVisible();
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const top = (await badge.boundingBox())?.y;
    expect(top).toBeGreaterThan(await bottomOf(ribbon));
    expect(top).toBeGreaterThan(await bottomOf(page.getByRole('banner')));
  }
  await page.clock.setFixedTime(new Date('2025-08-27T07:00:00Z'));
  await page.goto('/');
  await expect(page.getByText(/sent in .* since this page opened/)).toBeVisible();
  await expect(page.getByText('Summer offer')).toBeHidden();
});

test('without a promotion there is no badge, and a name-less visitor who is signed in is not asked to sign in', async ({
  page,
}) => {
  const answered = page.waitForResponse('**/api/flags');
  await page.goto('/');
  await answered;
  await expect(page.getByText('Summer offer')).toBeHidden();
  await expect(page.getByRole('banner').getByText('Sign in', { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('auth_token', 'some token'));
  await page.goto('/about');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(header.getByText('Sign in', { exact: true })).toBeHidden();
});
