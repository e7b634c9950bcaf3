import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { readSettings } from '../read-settings.ts';
import { operatorFacts } from './operator-facts.ts';
import { createSite, type ServeSite } from './site.ts';

const facts = operatorFacts(readSettings({}));

const script = 'document.documentElement.dataset.theme = "dark"';
const longText = '<p>The same words again.</p>'.repeat(100);
const contents: Record<string, string> = {
  'index.html': `<!doctype html><script>${script}</script><script type="application/ld+json">{"a":1}</script><script type="module" src="/assets/entry.js"></script>${longText}`,
  'es/index.html': '<!doctype html>hola',
  'article/index.html':
    '<!doctype html><template data-ad-place="sidebar" data-ad-by="network"><div data-ad-network="/assets/ads.js"></div></template>',
  'faq/index.html': '<!doctype html>faq',
  'words/index.html': '<!doctype html>An article that writes data-ad-network="x" itself',
  'old/index.html':
    '<!doctype html><head><meta http-equiv="refresh" content="0;url=/faq"></head><a href="/faq">moved</a>',
  'elsewhere/index.html':
    '<!doctype html><head><meta http-equiv="refresh" content="0;url=//example.org/"></head>',
  'subscribe/index.html': '<!doctype html>pay',
  'reset-password/index.html': '<!doctype html>reset',
  '404/index.html': '<!doctype html>Not found',
  'es/404/index.html': '<!doctype html>No encontrada',
  '.env': 'SECRET=1',
  'assets/entry-abc.js': `export const text = ${JSON.stringify(longText)};`,
  'assets/codec-abc.wasm': '\0asm',
  'icon.svg': '<svg/>',
};

let folder = '';
let root = '';
let serveSite: ServeSite;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-site-'));
  root = join(folder, 'site');
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  writeFileSync(join(folder, 'stillpix-outside.txt'), 'outside');
  serveSite = await createSite(root, createLog('silent'), facts);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  serveSite(new Request(`http://localhost${path}`, { headers }));

async function fetchEncoded(encoding: string) {
  const response = await get('/assets/entry-abc.js', { 'accept-encoding': encoding });
  const body = Buffer.from(await response.arrayBuffer());
  expect(Number(response.headers.get('content-length'))).toBe(body.byteLength);
  expect(response.headers.get('vary')).toContain('accept-encoding');
  return { response, body };
}

describe('pages', () => {
  test('that stand for an old address redirect for good, and only inside the site', async () => {
    const response = await get('/old?from=mail');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/faq?from=mail');
    expect((await get('/elsewhere')).status).toBe(200);
  });

  test('are found without index.html and must be asked for again', async () => {
    const response = await get('/faq?x=1');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('faq');
  });

  test('have one address: a slash or index.html at the end redirects and keeps the query', async () => {
    for (const path of ['/faq/', '/faq/index.html', '/faq//']) {
      const response = await get(`${path}?a=b`);
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe('/faq?a=b');
    }
    expect((await get('/index.html')).headers.get('location')).toBe('/');
  });

  test('a redirect never leads to another host', async () => {
    for (const path of ['//evil.example/', '/\\evil.example/', '//evil.example/faq/']) {
      const response = await get(path);
      expect(response.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/);
    }
  });

  test('an unchanged page answers 304', async () => {
    const first = await get('/');
    const again = await get('/', { 'if-none-match': `W/${first.headers.get('etag')}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});

describe('unknown paths', () => {
  test.each([
    ['/no-such-page', {}, 'Not found'],
    ['/es/no-such-page', {}, 'No encontrada'],
    ['/no-such-page', { 'accept-language': 'fr, es-MX;q=0.8, en;q=0.3' }, 'No encontrada'],
    // There is no German page here, so English answers.
    ['/de/no-such-page', {}, 'Not found'],
    ['/404', {}, 'Not found'],
    ['/.env', {}, 'Not found'],
    ['/%00', {}, 'Not found'],
    ['/%E0%A4%A', {}, 'Not found'],
    ['/..%2fstillpix-outside.txt', {}, 'Not found'],
    ['/..%2f..%2fstillpix-outside.txt', {}, 'Not found'],
    ['/%2e%2e/stillpix-outside.txt', {}, 'Not found'],
    ['/assets/..%5c..%5cstillpix-outside.txt', {}, 'Not found'],
  ])('%s %o answers 404 with the not-found page', async (path, headers, text) => {
    const response = await get(path, headers);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(text);
  });

  test('a site that was not built says so', async () => {
    const bare = await createSite(join(root, 'nowhere'), createLog('silent'), facts);
    const response = await bare(new Request('http://localhost/'));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('npm run build');
  });
});

describe('files', () => {
  test('named by their content are cached for good', async () => {
    const response = await get('/assets/entry-abc.js');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect((await get('/icon.svg')).headers.get('cache-control')).not.toContain('immutable');
    expect((await get('/assets/codec-abc.wasm')).headers.get('content-type')).toBe(
      'application/wasm',
    );
  });

  test('come compressed as the visitor allows, with one ETag each', async () => {
    const plain = await fetchEncoded('identity');
    const gzip = await fetchEncoded('gzip, deflate');
    const brotli = await fetchEncoded('gzip, deflate, br, zstd');
    const refused = await fetchEncoded('br;q=0, gzip');
    expect(gzip.response.headers.get('content-encoding')).toBe('gzip');
    expect(brotli.response.headers.get('content-encoding')).toBe('br');
    expect(refused.response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(brotli.body.byteLength).toBeLessThan(plain.body.byteLength / 5);
    const etags = [plain, gzip, brotli].map(({ response }) => response.headers.get('etag'));
    expect(new Set(etags).size).toBe(3);
  });

  test('a HEAD request gets the headers alone', async () => {
    const response = await serveSite(new Request('http://localhost/faq', { method: 'HEAD' }));
    expect(response.headers.get('content-length')).toBe(String('<!doctype html>faq'.length));
    expect(await response.text()).toBe('');
  });
});

describe('the content security policy', () => {
  test('lets a publisher in where one is configured, and only on pages with a place for it', async () => {
    const booked = readSettings({
      ADS_PUBLISHER_ID: 'ca-pub-0123456789012345',
      ADS_SLOTS: '{"sidebar":"0123456789"}',
      FLAGS: '{"ads_optimized":{"enabled":true,"rolloutPercentage":100}}',
    });
    const withAds = await createSite(root, createLog('silent'), operatorFacts(booked));
    const policyOf = async (site: ServeSite, path: string) =>
      (await site(new Request(`http://localhost${path}`))).headers.get('content-security-policy');
    expect(await policyOf(withAds, '/article')).toContain('https://pagead2.googlesyndication.com');
    expect(await policyOf(serveSite, '/article')).not.toContain('googlesyndication');
    for (const path of ['/', '/faq', '/words', '/subscribe']) {
      expect(await policyOf(withAds, path), path).not.toContain('googlesyndication');
    }
  });

  test('allows the inline scripts of the page by hash and no others', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts.split(' ')).toEqual(["'self'", "'wasm-unsafe-eval'", `'sha256-${hash}'`]);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('http');
  });

  test('names the payment provider on payment pages only', async () => {
    const payment = (await get('/subscribe')).headers.get('content-security-policy') ?? '';
    expect(payment).toContain('https://js.stripe.com');
    expect(payment).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com;/);
    expect(payment).not.toContain("script-src 'self' 'unsafe-inline'");
    expect((await get('/faq')).headers.get('content-security-policy')).not.toContain('stripe');
  });

  test('binds the scripts of workers too', async () => {
    const policy = (await get('/assets/entry-abc.js')).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self'");
  });

  test('pages whose address holds a secret send no referrer', async () => {
    expect((await get('/reset-password?token=x')).headers.get('referrer-policy')).toBe(
      'no-referrer',
    );
  });
});
