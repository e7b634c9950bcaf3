import { expect, test, type APIRequestContext } from '@playwright/test';
import { payForPro, register } from '../testing/accounts.ts';
import { carryAxe, expectAccessible } from '../testing/expect-accessible.ts';

const pages = {
  en: ['/account', '/dashboard', '/contact', '/subscribe'],
  es: ['/es/cuenta', '/es/panel', '/es/contacto', '/es/suscribirse'],
  pt: ['/pt/conta', '/pt/painel', '/pt/contato', '/pt/assinar'],
  de: ['/de/konto', '/de/uebersicht', '/de/kontakt', '/de/abonnieren'],
} as const;

/** The token of a new account that has paid. */
async function joinPro(request: APIRequestContext): Promise<string> {
  const account = await register(request);
  await payForPro(request, account);
  return account.token;
}

for (const [index, [language, [account, dashboard, contact, subscribe]]] of Object.entries(
  pages,
).entries()) {
  // Two languages in each theme: the colors are the same in all, the lengths are not.
  test.describe(`signed in (${language})`, () => {
    test.use({
      colorScheme: index % 2 === 0 ? 'light' : 'dark',
      reducedMotion: 'reduce',
      viewport: { width: index < 2 ? 360 : 1280, height: 900 },
      locale: language,
    });

    test('account, dashboard, contact and payment pass axe and fit the screen', async ({
      page,
      request,
    }) => {
      test.setTimeout(300_000);
      const token = await joinPro(request);
      await carryAxe(page);
      await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
      const check = async (state: string) => {
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        await expect(page.locator('main [role="status"]')).toHaveCount(0);
        await expectAccessible(page, state);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0);
      };
      await page.goto(account);
      await expect(page.getByRole('tab')).toHaveCount(4);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await check(`${account}, ${await tab.innerText()}`);
      }
      for (const path of [dashboard, contact]) {
        await page.goto(path);
        await check(path);
      }
      await page.evaluate(() => localStorage.clear());
      await page.context().clearCookies();
      await page.goto(subscribe);
      await check(subscribe);
    });
  });
}
