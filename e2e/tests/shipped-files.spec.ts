import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const assets = join(import.meta.dirname, '../../web/build/client/assets');

test('no bundled script opens a connection that no policy governs', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  // WebRTC asks neither `connect-src` nor anything else that all browsers know.
  const using = scripts.filter((name) =>
    /RTCPeerConnection|RTCDataChannel|WebTransport/.test(readFileSync(join(assets, name), 'utf8')),
  );
  expect(using).toEqual([]);
});

test('what others wrote comes with its license, and libheif with where its source is', async ({
  request,
  page,
}) => {
  const [wasm] = readdirSync(assets).filter((name) => /libheif.*\.wasm$/.test(name));
  expect(wasm).toBeDefined();
  const [beside] = readdirSync(assets).filter((name) => /libheif.*LICENSE/.test(name));
  const text = await (await request.get(`/assets/${beside}`)).text();
  expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  expect(text).toContain('https://github.com/strukturag/libheif');

  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'License texts' }).click();
  await expect(page).toHaveURL('/licenses');
  await expect(page.getByRole('row').filter({ hasText: 'libheif-js' })).toContainText('LGPL-3.0');
  const all = page.getByRole('link', { name: 'all license texts' });
  const file = await request.get((await all.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toContain('text/plain');
  for (const name of ['react', 'libheif-js', '@jsquash/webp', '@fontsource-variable']) {
    expect(await file.text()).toContain(`\n${name}`);
  }
});

test('the payment provider is let in on the page with the prices, and no longer on the next', async ({
  page,
}) => {
  const reach = () =>
    page.evaluate(async () => {
      const blocked = new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
          resolve(violatedDirective),
        ),
      );
      const answer = fetch('https://api.stripe.com/v1/ping').then(() => 'answered');
      return Promise.race([blocked, answer.catch(() => blocked)]);
    });
  await page.route('https://api.stripe.com/**', (route) =>
    route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.goto('/pricing');
  expect(await reach()).toBe('answered');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  expect(await reach()).toBe('connect-src');
});
