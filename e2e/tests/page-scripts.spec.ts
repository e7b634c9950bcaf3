import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { readPage } from '../testing/page-facts.ts';

test('pages to read ship no script of ours but the one for theme and menus', async ({
  request,
}) => {
  for (const path of [
    '/faq',
    '/privacy-policy',
    '/blog',
    '/blog/understanding-heic-format',
    '/de/datenschutz',
  ]) {
    expect((await readPage(request, path)).scripts, path).toBe(0);
  }
  expect((await readPage(request, '/heic-to-jpg')).scripts).toBeGreaterThan(0);
});

for (const path of ['/', '/heic-to-jpg', '/de/tools/groesse-zuschneiden', '/pricing']) {
  test(`${path} loads at most 100 kB of compressed JavaScript before a file is chosen`, async ({
    page,
  }) => {
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  });
}
