import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import type { Subscription } from '@stillpix/contract';
import { payForPro, register } from '../testing/accounts.ts';
import { openAccount } from '../testing/checkout.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';

/** A new account, signed in on the page, with Pro where a plan is named. */
async function join(
  page: Page,
  request: APIRequestContext,
  plan?: 'monthly' | 'annual',
): Promise<string> {
  const account = await register(request);
  if (plan !== undefined) await payForPro(request, account, plan);
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), account.token);
  return account.token;
}

/** Changes what the server says of the subscription: time passes slowly in a test. */
async function changeSubscription(page: Page, changes: Partial<Subscription>): Promise<void> {
  await page.route('**/auth/subscription', async (route) => {
    const response = await route.fetch();
    const { subscription } = (await response.json()) as { subscription: Subscription };
    await route.fulfill({ response, json: { subscription: { ...subscription, ...changes } } });
  });
}

const day = '2026-12-24T12:00:00.000Z';

const states: {
  state: string;
  plan?: 'monthly' | 'annual';
  changes?: Partial<Subscription>;
  says: string[];
  offers: string[];
}[] = [
  {
    state: 'a new account',
    says: ['You are on the free plan.', 'No payments yet.'],
    offers: [],
  },
  {
    state: 'Pro by the month',
    plan: 'monthly',
    says: ['Pro, monthly', 'Active', 'Next payment', '$4.99'],
    offers: ['Change to annual ($49 a year)', 'Cancel subscription', 'Get my money back'],
  },
  {
    state: 'Pro by the year',
    plan: 'annual',
    says: ['Pro, annual', 'Active', 'Next payment', '$49'],
    offers: ['Cancel subscription', 'Get my money back'],
  },
  {
    state: 'Pro that was canceled',
    plan: 'monthly',
    changes: { cancelAtPeriodEnd: true, nextBillingDate: null, currentPeriodEnd: day },
    says: ['Pro, monthly', 'Canceled', 'Pro until', 'December 24, 2026'],
    offers: ['Reactivate'],
  },
  {
    state: 'Pro whose renewal failed',
    plan: 'monthly',
    changes: { status: 'past_due', graceUntil: day, refundableUntil: null },
    says: ['Payment failed', 'Your last payment failed. Pro stays on until December 24, 2026'],
    offers: ['Cards and invoices', 'Cancel subscription'],
  },
  {
    state: 'Pro that lapsed because no payment came',
    plan: 'monthly',
    changes: { status: 'past_due', entitled: false, graceUntil: day, refundableUntil: null },
    says: ['Payment failed', 'so Pro is off', 'Pro until', 'December 24, 2026'],
    offers: ['Cards and invoices', 'Cancel subscription'],
  },
  {
    state: 'a month that is over and can be asked back',
    plan: 'monthly',
    changes: {
      status: 'canceled',
      entitled: false,
      cancelAtPeriodEnd: true,
      nextBillingDate: null,
      currentPeriodEnd: day,
    },
    says: ['Ended', 'Pro until', 'December 24, 2026', 'get back everything you paid.Get'],
    offers: ['Get my money back'],
  },
  {
    state: 'Pro given by hand',
    plan: 'monthly',
    changes: { provider: 'manual', nextBillingDate: null, refundableUntil: null },
    says: ['Nothing is charged.'],
    offers: [],
  },
];

for (const [index, { state, plan, changes, says, offers }] of states.entries()) {
  test.describe(() => {
    test.use({ colorScheme: index % 2 === 0 ? 'light' : 'dark' });

    test(`${state} says what it is, what comes next, and what can be done`, async ({
      page,
      request,
    }) => {
      await join(page, request, plan);
      if (changes !== undefined) await changeSubscription(page, changes);
      await openAccount(page, 'Billing');
      const panel = page.getByRole('tabpanel', { name: 'Billing' });
      for (const text of says) await expect(panel).toContainText(text);
      for (const name of offers)
        await expect(
          panel.getByRole('button', { name: new RegExp(`^${escape(name)}`) }),
        ).toBeVisible();
      if (plan === undefined || says.includes('Ended'))
        await expect(panel.getByRole('link', { name: 'Go Pro' })).toBeVisible();
      await expectAccessible(page, state);
    });
  });
}

function escape(text: string): string {
  return text.replaceAll(/[()$.]/g, String.raw`\$&`);
}

test('that nothing was converted yet stands with the numbers, not beside plan and payments', async ({
  page,
  request,
}) => {
  await join(page, request);
  await page.goto('/account');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Convert photos' })).toBeVisible();
  for (const [tab, count] of [
    ['Overview', 0],
    ['Usage', 1],
    ['Billing', 0],
  ] as const) {
    await main.getByRole('tab', { name: tab }).click();
    await expect(main.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(main.getByText('Nothing converted yet.')).toHaveCount(count);
  }
});

test('what was converted shows as bars beside the tabs and on the dashboard', async ({
  page,
  request,
}) => {
  const token = await join(page, request);
  const headers = { authorization: `Bearer ${token}` };
  const batch = crypto.randomUUID();
  await request.post('/api/validate-features', {
    data: { fileCount: 3, action: 'convert', conversionKey: batch },
    headers,
  });
  await request.post('/api/conversions', { data: { conversionKey: batch, converted: 3 }, headers });

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/account');
  const chart = page.getByRole('region', { name: 'The last 14 days' });
  const days = chart.getByRole('listitem');
  await expect(days).toHaveCount(14);
  await expect(days.last()).toHaveText(/: 3$/);
  await expect(days.first()).toHaveText(/: 0$/);
  // The highest day fills the height, and stands beside what the page is about.
  const bars = chart.locator('[aria-hidden][style]');
  const heights = await bars.evaluateAll((all) =>
    all.map((bar) => bar.getBoundingClientRect().height),
  );
  expect(heights.at(-1)).toBeGreaterThan(30);
  expect(Math.max(...heights.slice(0, -1))).toBeLessThan(5);
  const tabs = await page.getByRole('tablist').boundingBox();
  const beside = await chart.boundingBox();
  expect(beside?.x ?? 0).toBeGreaterThan((tabs?.x ?? 0) + (tabs?.width ?? 0));
  await expectAccessible(page, 'the chart');
  // The numbers' own tab has it, and it does not stand there twice.
  await page.getByRole('tab', { name: 'Usage' }).click();
  await expect(chart).toHaveCount(1);

  await page.goto('/dashboard');
  await expect(
    page.getByRole('region', { name: 'The last 14 days' }).getByRole('listitem').last(),
  ).toHaveText(/: 3$/);
});

test('what is bought stands beside the form, and below it on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/subscribe');
  const form = page.getByRole('button', { name: /^Continue to Payment/ });
  const bought = page.getByRole('heading', { name: 'What you get' });
  const placeOf = async () => ({
    form: await form.boundingBox(),
    bought: await bought.boundingBox(),
  });
  await expect(form).toBeVisible();
  const wide = await placeOf();
  expect(wide.bought?.x ?? 0).toBeGreaterThan((wide.form?.x ?? 0) + (wide.form?.width ?? 0));
  expect(wide.bought?.y ?? 720).toBeLessThan(wide.form?.y ?? 0);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await placeOf();
  expect(narrow.bought?.y ?? 0).toBeGreaterThan(narrow.form?.y ?? 0);
});

for (const [language, path] of [
  ['en', '/account'],
  ['de', '/de/konto'],
] as const) {
  test(`all tabs of the account are in view on a phone (${language})`, async ({
    page,
    request,
  }) => {
    await join(page, request);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole('tab')).toHaveCount(4);
    for (const tab of await page.getByRole('tab').all())
      await expect(tab).toBeInViewport({ ratio: 1 });
  });
}

test('whoever has Pro is told so at /subscribe, and asked for nothing', async ({
  page,
  request,
}) => {
  await join(page, request, 'annual');
  await page.goto('/subscribe');
  await expect(page.getByRole('heading', { name: 'You already have Pro' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Your account' })).toHaveAttribute(
    'href',
    '/account',
  );
  await expect(page.getByRole('main').locator('form')).toHaveCount(0);
  await expectAccessible(page, 'the order of somebody who has Pro');
});
