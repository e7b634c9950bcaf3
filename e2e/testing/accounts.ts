import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { beginWording } from '@stillpix/contract/begin-wordings';
import { newEmail } from './checkout.ts';

export const password = 'Correct-Horse-7-Battery';

export interface Account {
  email: string;
  token: string;
  userId: string;
}

/** One address may register few accounts, and order little. */
const fromOwnAddress = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
});

/** A new account, by the API of the server at `server` or of the tests' own. */
export async function register(request: APIRequestContext, server = ''): Promise<Account> {
  const email = newEmail();
  const answer = await request.post(`${server}/api/auth/register`, {
    data: { email, password, firstName: 'Ada' },
    headers: fromOwnAddress(),
  });
  if (!answer.ok()) throw new Error(`Not registered: ${await answer.text()}`);
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } };
  return { email, token, userId: user.id };
}

/** Pays for the plan, as far as the simulated provider takes money, and returns the payment's name. */
export async function payForPro(
  request: APIRequestContext,
  { email, token }: Account,
  plan: 'monthly' | 'annual' = 'monthly',
  server = '',
): Promise<string> {
  const order = await request.post(`${server}/api/create-subscription-public`, {
    // Where it is sold in euros, beginning at once is asked for.
    data: { email, plan, beginAtOnce: true, beginWording },
    headers: { authorization: `Bearer ${token}`, ...fromOwnAddress() },
  });
  if (!order.ok()) throw new Error(`Not ordered: ${await order.text()}`);
  const { clientSecret, sessionId } = (await order.json()) as Record<string, string>;
  await request.post(`${server}/api/simulated/pay`, { data: { clientSecret, card: 'good' } });
  await request.post(`${server}/api/billing/payment-session`, { data: { sessionId } });
  return sessionId ?? '';
}

/** Signs a page in as a subscriber, where a test is not about how one becomes that. */
export async function signInAsPro(page: Page): Promise<Account> {
  const account = await register(page.request);
  await payForPro(page.request, account);
  await page.addInitScript((token) => localStorage.setItem('auth_token', token), account.token);
  return account;
}
