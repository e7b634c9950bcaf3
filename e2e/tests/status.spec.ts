import { expect, test } from '@playwright/test';
import { findViolations } from '../testing/expect-accessible.ts';

test('the status page says what works, and in words what does not', async ({ page }) => {
  await page.goto('/status');
  const summary = page.getByRole('region').getByRole('heading');
  await expect(summary).toHaveText('Everything works');
  await expect(page.getByText(/Answers, in \d+ ms/)).toBeVisible();
  await expect(page.getByText(/^Checked at .*Version \d/)).toBeVisible();

  // As the server answers while its database is away.
  await page.route('**/healthz', (route) =>
    route.fulfill({ status: 503, json: { status: 'unavailable' } }),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(summary).toHaveText('Accounts do not work right now');
  await expect(page.getByText('Working. It happens in your browser')).toBeVisible();

  await page.route('**/healthz', (route) => route.abort());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(summary).toHaveText('The server does not answer');
  expect(await findViolations(page)).toEqual([]);
});

test('it does so in German', async ({ page }) => {
  await page.goto('/de/status');
  await expect(page.getByRole('heading', { name: 'Alles funktioniert' })).toBeVisible();
});
