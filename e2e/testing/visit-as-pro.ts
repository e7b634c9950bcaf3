import type { Page } from '@playwright/test';

/** Lets the page hear that the visitor is Pro, as the server would say it of a subscriber. */
export async function visitAsPro(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('auth_token', 'token'));
  await page.route('**/api/verify-pro', (route) => route.fulfill({ json: { isPro: true } }));
  await page.route('**/api/validate-features', (route) =>
    route.fulfill({
      json: {
        allowed: true,
        reason: '',
        reasonCode: null,
        maxFiles: 20,
        isPro: true,
        remainingToday: null,
      },
    }),
  );
  await page.route('**/api/conversions', (route) => route.fulfill({ json: { converted: 0 } }));
}
