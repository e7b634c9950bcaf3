import { expect, test } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

test('when the script of a page cannot start, a plain heading says so with the error', async ({
  page,
}) => {
  await page.route(/\/assets\/tool-[\w-]+\.js$/, (route) => route.abort());
  await page.goto('/heic-to-jpg');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error');
  await expect(page.locator('pre')).toContainText(/import|fetch|load/i);
});

test('when a page throws, it says what went wrong, and refreshing helps', async ({ page }) => {
  // Numbers are written as the page starts; the second time the browser can do it.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('thrown') !== null) return;
    sessionStorage.setItem('thrown', 'yes');
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        throw new Error('This browser cannot write numbers');
      },
    });
  });
  await page.goto('/heic-to-jpg');
  const failure = page.getByRole('alert');
  await expect(failure.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(failure).toContainText('This browser cannot write numbers');
  await failure.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HEIC to JPG');
  await expect(page.getByRole('button', { name: 'Choose photos' })).toBeVisible();
});

test('while the code of the table is on its way, the page says so; without it, another try is offered', async ({
  page,
}) => {
  const asked = Promise.withResolvers<void>();
  await page.route(/\/assets\/workspace-[\w-]+\.js$/, async (route) => {
    await asked.promise;
    await route.abort();
  });
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(page.getByRole('status').filter({ hasText: /table/i })).toBeVisible();
  asked.resolve();
  await expect(page.getByRole('alert').getByRole('button')).toBeVisible();
});

test('a message whose code does not arrive is given in plain words, and costs nothing else', async ({
  page,
}) => {
  await page.route(/\/assets\/toast-view-[\w-]+\.js$/, (route) => route.abort());
  await page.goto('/thanks');
  await expect(
    page.getByRole('status').filter({ hasText: 'Invalid payment session' }).first(),
  ).toBeVisible();
});

test('a message is heard as sentences, in the language of the page', async ({ page }) => {
  await page.addInitScript(() => {
    const heard = new Set<string>();
    const listen = () => {
      for (const place of document.querySelectorAll('[role="status"], [role="region"]')) {
        heard.add(place.ariaLabel ?? place.textContent);
      }
    };
    new MutationObserver(listen).observe(document, { childList: true, subtree: true });
    Object.assign(window, { heard });
  });
  await page.goto('/de?pro_test=true');
  const heard = () =>
    page.evaluate(() => [...(window as unknown as { heard: Set<string> }).heard].join('\n'));
  await expect.poll(heard).toContain('Nachricht: Testbetrieb. Das Upgrade war simuliert.');
  expect(await heard()).toContain('Nachricht (F8)');
  expect(await heard()).not.toContain('Notification');
});

test('one message is on screen at a time', async ({ page }) => {
  await page.route('**/api/validate-features', (route) => route.fulfill({ status: 500, json: {} }));
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frames).toHaveCount(1);
  for (let attempt = 0; attempt < 2; attempt++) {
    const answered = page.waitForResponse('**/api/validate-features');
    await converter.start.click();
    await answered;
    await expect(page.getByRole('alert')).toHaveText([/Unable to validate conversion limits/]);
  }
});

test('what the account page asks is asked once: not again on failure, focus or a returning network', async ({
  page,
}) => {
  let asked = 0;
  await page.addInitScript(() => localStorage.setItem('auth_token', 'a.token.here'));
  await page.route('**/api/auth/user', (route) => {
    asked += 1;
    return route.fulfill({ status: 500, body: 'away' });
  });
  await page.clock.install();
  await page.goto('/account');
  await expect.poll(() => asked).toBe(1);
  await page.evaluate(() => {
    for (const type of ['offline', 'online', 'blur', 'focus']) dispatchEvent(new Event(type));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // Longer than the time after which a query would be tried again.
  await page.clock.runFor(60_000);
  // What was asked by then has been seen once this is answered.
  await page.evaluate(() => fetch('/healthz'));
  expect(asked).toBe(1);
});
