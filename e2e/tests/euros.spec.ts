import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { payForPro, register } from '../testing/accounts.ts';
import { chooseCard, fillSetup, newEmail } from '../testing/checkout.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { startProduct, type Running } from '../testing/servers.ts';

// A shop for consumers in the EU (Requirement B12): CURRENCY=eur.

let product: Running;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'stillpix-euros-'));
  product = await startProduct({ CURRENCY: 'eur', DATA_DIR: dataDir });
});

test.afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const inDollars = /US\$|\d\s?\$|\$\s?\d|US dollars|US-Dollar|dólares/;
// No-break spaces are spaces to a reader.
const plain = (text: string | null) => (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');

const words = {
  '/pricing': ['€2.49', '€4.99', '€49', '€4.08', '€11', 'Prices in euros, VAT included.'],
  '/es/precios': ['2,49 €', '4,99 €', '49 €', '4,08 €', '11 €', 'Precios en euros, IVA incluido.'],
  '/pt/precos': ['€ 2,49', '€ 4,99', '€ 49', '€ 4,08', '€ 11', 'Preços em euros, IVA incluído.'],
  '/de/preise': [
    '2,49 €',
    '4,99 €',
    '49 €',
    '4,08 €',
    '11 €',
    'Preise in Euro, inklusive Mehrwertsteuer.',
  ],
};

for (const [path, said] of Object.entries(words)) {
  test(`${path} names every price in euros, to people and to search engines`, async ({ page }) => {
    const response = await page.goto(product.url + path);
    const text = plain(await page.locator('body').innerText());
    for (const one of said) expect(text).toContain(one);
    expect(text).not.toMatch(inDollars);
    const html = (await response?.text()) ?? '';
    expect(html).toContain('"priceCurrency":"EUR"');
    expect(html).not.toContain('"priceCurrency":"USD"');
    expect(plain(await page.locator('meta[name=description]').getAttribute('content'))).not.toMatch(
      inDollars,
    );
  });
}

test('no page that names a price names it in dollars', async ({ page }) => {
  for (const path of [
    '/',
    '/de',
    '/faq',
    '/de/faq',
    '/terms-of-service',
    '/de/nutzungsbedingungen',
    '/ai',
    '/llms.txt',
    '/subscribe',
    '/de/abonnieren',
  ]) {
    await page.goto(product.url + path);
    await expect(page.locator('main [role="status"]')).toHaveCount(0);
    expect(plain(await page.locator('body').innerText()), path).not.toMatch(inDollars);
  }
});

test('the dialog on the home page is in euros as well', async ({ page }) => {
  await page.goto(product.url);
  await expect(page.locator('section[aria-busy=false]')).toBeVisible();
  await page.getByRole('link', { name: 'What Pro adds' }).click();
  await expect(page.getByRole('dialog')).toContainText('€2.49 for the first month');
});

const buttons = {
  '/subscribe': {
    begin: /Please begin at once/,
    proceed: /^Continue to Payment - €2\.49$/,
    missing: /Please check this box/,
    pay: 'Order with obligation to pay',
  },
  '/es/suscribirse': {
    begin: /empiece de inmediato/,
    proceed: /2,49\s€/,
    missing: /Marca esta casilla/,
    pay: 'Pedido con obligación de pago',
  },
  '/pt/assinar': {
    begin: /comece de imediato/,
    proceed: /€\s2,49/,
    missing: /Marque esta caixa/,
    pay: 'Pedido com obrigação de pagamento',
  },
  '/de/abonnieren': {
    begin: /Bitte beginnen Sie sofort/,
    proceed: /2,49\s€/,
    missing: /Bitte setzen Sie das Häkchen/,
    pay: 'Zahlungspflichtig bestellen',
  },
};

for (const [path, { begin, proceed, missing, pay }] of Object.entries(buttons)) {
  test(`${path} asks whether to begin at once, and the button names the obligation`, async ({
    page,
  }) => {
    await page.goto(product.url + path);
    await page.getByRole('main').locator('input[type=email]').fill(newEmail());
    const next = page.getByRole('button', { name: proceed });
    await next.click();
    await expect(page.getByRole('alert')).toHaveText(missing);
    await expectAccessible(page, `the order in euros at ${path}`);
    await page.getByRole('checkbox', { name: begin }).check();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await next.click();
    await expect(page.getByRole('button', { name: pay, exact: true })).toBeVisible();
    expect(plain(await page.getByRole('main').innerText())).not.toMatch(inDollars);
  });
}

test('the server takes no order that does not ask to begin', async ({ request }) => {
  const order = (body: object) =>
    request.post(`${product.url}/api/create-subscription-public`, {
      data: { email: newEmail(), ...body },
    });
  const refused = await order({});
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'begin-not-asked' });
  const taken = await order({ beginAtOnce: true });
  expect(await taken.json()).toMatchObject({
    due: { nowCents: 249, thenCents: 499, currency: 'eur' },
  });
});

test('what is paid is confirmed by mail and shown in the account, in euros', async ({ page }) => {
  const email = newEmail();
  await page.goto(`${product.url}/subscribe`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await chooseCard(page, 'good');
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await page.waitForURL(/\/thanks\?/);
  await page.getByRole('link', { name: 'Complete Account Setup' }).click();
  await fillSetup(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${product.url}/account`);
  await page.getByRole('tab', { name: 'Billing' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(panel).toContainText('€4.99');
  await expect(panel).toContainText('Change to annual (€49 a year)');
  await expect(panel.getByRole('row', { name: /€2\.49/ })).toContainText('Paid');

  const readWelcome = () =>
    readMails().find(
      (mail) => mail.includes(`To: ${email}`) && mail.includes('Welcome to Stillpix Pro'),
    ) ?? '';
  await expect
    .poll(readWelcome)
    .toContain('It renews at €4.99 a month until you cancel. Prices in euros, VAT included.');
  expect(readWelcome()).toContain('You may withdraw from this order within 14 days');
});

const changes = {
  '/account': ['Billing', 'Change to annual', /€49/, 'Order with obligation to pay', 'Go back'],
  '/es/cuenta': [
    'Facturación',
    'Cambiar a anual',
    /49\s€/,
    'Pedido con obligación de pago',
    'Volver',
  ],
  '/pt/conta': [
    'Cobrança',
    'Mudar para anual',
    /€\s49/,
    'Pedido com obrigação de pagamento',
    'Voltar',
  ],
  '/de/konto': [
    'Abrechnung',
    'Zu jährlich wechseln',
    /49\s€/,
    'Zahlungspflichtig bestellen',
    'Zurück',
  ],
} as const;

for (const [path, [tab, title, price, pay, back]] of Object.entries(changes)) {
  test(`${path} asks in its own words before the plan changes, and can be answered by keyboard`, async ({
    page,
    request,
  }) => {
    const account = await register(request, product.url);
    await payForPro(request, account, 'monthly', product.url);
    await page.addInitScript((value) => localStorage.setItem('auth_token', value), account.token);
    await page.goto(product.url + path);
    await page.getByRole('tab', { name: tab }).click();
    const change = page.getByRole('button', { name: new RegExp(`^${title}`) });
    await change.click();
    const question = page.getByRole('alertdialog', { name: title });
    await expect(question).toHaveAccessibleDescription(price);
    await expect(question.getByRole('button', { name: back })).toBeFocused();
    await expectAccessible(page, `the question at ${path}`);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(change).toBeFocused();
    const asked = page.waitForRequest('**/change-plan');
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: pay, exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await asked;
    await expect(question).toBeHidden();
    await expect(change).toHaveCount(0);
    // The button is gone: whoever uses the keyboard goes on where it was.
    const panel = page.getByRole('tabpanel', { name: tab });
    await expect(panel.locator(':focus').or(panel.and(page.locator(':focus')))).toHaveCount(1);
  });
}

/** The mails that would have been sent, their quoted-printable text decoded (RFC 2045, section 6.7). */
function readMails(): string[] {
  const outbox = join(dataDir, 'outbox');
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) =>
      readFileSync(join(outbox, name), 'utf8')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
          decodeURIComponent(bytes.replaceAll('=', '%')),
        ),
    );
}
