import { describe, expect, test } from 'vitest';
import { addPolicy, placeAddresses, placePage, type Place } from './place-page.ts';
import { readStaticSettings } from './settings.ts';

const place: Place = {
  address: 'https://example.org/pictures',
  root: '/pictures',
  pages: new Set(['/', '/heic-to-jpg', '/imprint', '/de']),
  leftOut: new Set(),
  maxPhotos: undefined,
  hasSupport: false,
};

describe('a page that is put into a folder of its host', () => {
  test.each([
    ['<a href="/">', '<a href="/pictures/">'],
    ['<a href="/de">', '<a href="/pictures/de/">'],
    ['<a href="/heic-to-jpg#faq">', '<a href="/pictures/heic-to-jpg/#faq">'],
    ['<img src="/assets/a.webp">', '<img src="/pictures/assets/a.webp">'],
    [
      '<img srcset="/a.webp 1x, /b.webp 2x">',
      '<img srcset="/pictures/a.webp 1x, /pictures/b.webp 2x">',
    ],
    ['<meta content="0;url=/heic-to-jpg">', '<meta content="0;url=/pictures/heic-to-jpg/">'],
    ['<a href="https://elsewhere.example/x">', '<a href="https://elsewhere.example/x">'],
    ['<a href="//elsewhere.example/x">', '<a href="//elsewhere.example/x">'],
    ['<code> href="/x"</code>', '<code> href="/x"</code>'],
    [
      '<link rel="canonical" href="https://stillpix.example/heic-to-jpg">',
      '<link rel="canonical" href="https://example.org/pictures/heic-to-jpg/">',
    ],
    ['<html lang="de">', '<html lang="de" data-root="/pictures">'],
  ])('%s', (built, placed) => {
    expect(placePage(built, place)).toBe(placed);
  });

  test('says how many photos go at once where that is set', () => {
    expect(placePage('<html>', { ...place, maxPhotos: 7 })).toContain('data-photos="7"');
  });

  test('loses its links to pages that are left out, and keeps their words in a sentence', () => {
    const without = { ...place, leftOut: new Set(['/imprint']) };
    const list = '<ul><li><a href="/imprint">Imprint</a></li><li><a href="/de">De</a></li></ul>';
    expect(placePage(list, without)).toBe('<ul><li><a href="/pictures/de/">De</a></li></ul>');
    expect(placePage('See the <a href="/imprint">imprint</a>.', without)).toBe('See the imprint.');
  });

  test('names no address where nobody has said it', () => {
    const nowhere = { ...place, address: undefined, root: '' };
    const head =
      '<link rel="canonical" href="https://stillpix.example/"/><meta property="og:url" content="https://stillpix.example/"/><meta property="og:title" content="T"/>';
    expect(placePage(head, nowhere)).toBe('<meta property="og:title" content="T"/>');
  });

  test('says its letters before its policy, so that browsers find them early enough', () => {
    const html = addPolicy('<html><head><meta charSet="utf-8"/><title>Ü</title></head></html>');
    expect(html).toMatch(/^<html><head><meta charSet="utf-8"\/><meta http-equiv=/);
  });

  test('carries a policy that allows its own inline scripts and no others', () => {
    const html = addPolicy('<html><head><script>go()</script></head></html>');
    expect(html).toMatch(
      /^<html><head><meta http-equiv="Content-Security-Policy" content="[^"]*'sha256-/,
    );
    expect(html).not.toContain('frame-ancestors');
  });
});

test('addresses in a site map lead to the folder', () => {
  const map = '<loc>https://stillpix.example</loc><loc>https://stillpix.example/heic-to-jpg</loc>';
  expect(placeAddresses(map, place)).toBe(
    '<loc>https://example.org/pictures/</loc><loc>https://example.org/pictures/heic-to-jpg/</loc>',
  );
});

test.each([
  ['PUBLIC_URL', 'ftp://example.org'],
  ['PUBLIC_URL', 'https://example.org/?a=1'],
  ['MAX_PHOTOS', '101'],
  ['MAX_PHOTOS', 'many'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readStaticSettings({ [name]: value })).toThrow(name);
});

test('an empty setting counts as unset, and an address loses its last slash', () => {
  expect(readStaticSettings({ PUBLIC_URL: '', MAX_PHOTOS: '3' })).toMatchObject({ MAX_PHOTOS: 3 });
  expect(readStaticSettings({ PUBLIC_URL: 'https://example.org/a/' }).PUBLIC_URL).toBe(
    'https://example.org/a',
  );
});
