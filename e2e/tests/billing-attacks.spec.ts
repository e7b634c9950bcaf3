import { expect, test } from '@playwright/test';
import { register } from '../testing/accounts.ts';
import { photos } from '../testing/checkout.ts';
import { ConverterPage } from '../testing/converter-page.ts';

const day = 86_400;

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token as the old client forged it: no server ever signed it. */
function forgeToken(alg: 'none' | 'HS256'): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    userId: 'forged',
    email: 'a@example.com',
    isPro: true,
    iat: now,
    exp: now + 30 * day,
  };
  return `${encode({ alg, typ: 'JWT' })}.${encode(payload)}.${alg === 'none' ? '' : 'c2lnbmVk'}`;
}

/** A statement of Pro that nobody signed, for the user of a token. */
function forgeEntitlement(userId: string): string {
  const claims = { userId, plan: 'pro', expires: Math.floor(Date.now() / 1000) + 7 * day };
  return `${encode({ alg: 'EdDSA' })}.${encode(claims)}.${Buffer.alloc(64, 1).toString('base64url')}`;
}

const proUser = JSON.stringify({
  id: 'forged',
  email: 'a@example.com',
  isPro: 'true',
  subscription_status: 'active',
});

// Every key under which a client might look for Pro.
const storage: Record<string, string> = {
  auth_token: forgeToken('HS256'),
  user_data: proUser,
  stillpix_pro: 'true',
  stillpix_pro_status: 'true',
  stillpix_needs_account_setup: 'true',
  stillpix_user_email: 'a@example.com',
  stillpix_session_id: 'cs_live_a1b2c3d4e5f6g7h8',
  stillpix_entitlement: forgeEntitlement('forged'),
  feature_rollout_percentage: '100',
  file_limit: '20',
  fileLimit: '20',
  local_file_limit: '20',
  stillpix_file_limit: '20',
  pro_status: 'active',
  'pro-status': 'active',
  isPro: 'true',
  is_pro: 'true',
};

const query = new URLSearchParams({
  session_id: 'cs_live_a1b2c3d4e5f6g7h8',
  email: 'a@example.com',
  pro_test: 'true',
  verify_pro: 'true',
  test_email: 'a@example.com',
}).toString();

const attempts: { name: string; storage: Record<string, string>; query: string }[] = [
  ...Object.entries(storage).map(([key, value]) => ({
    name: `the key ${key}`,
    storage: { [key]: value },
    query: '',
  })),
  ...query.split('&').map((pair) => ({ name: `the query ${pair}`, storage: {}, query: pair })),
  { name: 'a token without any signature', storage: { auth_token: forgeToken('none') }, query: '' },
  { name: 'everything at once', storage, query },
];

for (const attempt of attempts) {
  test(`${attempt.name} gives no more than five files`, async ({ page }) => {
    await page.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) {
        localStorage.setItem(key, value);
        sessionStorage.setItem(key, value);
      }
    }, attempt.storage);
    const converter = new ConverterPage(page);
    await converter.open(`/${attempt.query === '' ? '' : `?${attempt.query}`}`);
    await converter.drop(...photos(6));
    await expect(page.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
  });
}

test('a real token with a tampered entitlement gives nothing, also when the connection is lost', async ({
  page,
  request,
  context,
}) => {
  const { token, userId } = await register(request);
  await page.addInitScript(
    (values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    },
    { auth_token: token, stillpix_entitlement: forgeEntitlement(userId), stillpix_pro: 'true' },
  );
  const converter = new ConverterPage(page);
  await converter.open('/');
  const question = page.getByRole('dialog', { name: 'You picked 6 photos' });
  // Once with a connection, so that the dialog's code is there without one.
  await converter.drop(...photos(6));
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Clear' }).click();
  await context.setOffline(true);
  await page.evaluate((value) => {
    localStorage.setItem('stillpix_entitlement', value);
    window.dispatchEvent(new Event('online'));
  }, forgeEntitlement(userId));
  await converter.drop(...photos(6));
  await expect(question).toBeVisible();
});

test('the server refuses six files whatever the caller says about itself', async ({ request }) => {
  for (const token of ['', forgeToken('none'), forgeToken('HS256'), 'Bearer', 'null']) {
    const answer = await request.post('/api/validate-features?pro_test=true&isPro=true', {
      headers: { authorization: `Bearer ${token}`, 'x-pro': 'true', cookie: 'isPro=true' },
      data: { action: 'convert', fileCount: 6, isPro: true, maxFiles: 20 },
    });
    const { allowed, maxFiles, isPro } = await answer.json();
    expect({ allowed, maxFiles, isPro }).toEqual({ allowed: false, maxFiles: 5, isPro: false });
  }
});
