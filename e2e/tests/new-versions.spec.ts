import { expect, type Page } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { fillDevice, test, visitOnce } from '../testing/kept-site.ts';
import { freePort } from '../testing/servers.ts';
import { copySite } from '../testing/site-copy.ts';

test('a new version waits, is offered in a line, and breaks no page that is open', async ({
  page,
  context,
  serve,
}) => {
  // Four starts of the server.
  test.setTimeout(300_000);
  const port = String(await freePort());
  const versions = ['first', 'second', 'third'].map(copySite);
  const [first, second, third] = versions;
  try {
    const stamp = (of: Page) => of.locator('body').getAttribute('data-version');
    const one = await serve({ PORT: port, WEB_ROOT: first!.root });
    await visitOnce(page, one.url);
    await page.reload();
    expect(await stamp(page)).toBe('first');
    await one.stop();

    // The second version is found, and waits: the open page keeps its photo and its scripts.
    const two = await serve({ PORT: port, WEB_ROOT: second!.root });
    const converter = new ConverterPage(page);
    await converter.drop(fixture('grid.heic', 'kept.heic'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(
      page.getByText('A new version of Stillpix is ready', { exact: false }),
    ).toBeVisible();
    await expect(converter.frames).toHaveCount(1);
    expect(await stamp(page)).toBe('first');

    // Another page takes it; the first still finds a script that the server no longer has.
    const other = await context.newPage();
    await other.goto(two.url);
    expect(await stamp(other)).toBe('first');
    await other.getByRole('button', { name: 'Reload now' }).click();
    await expect(other.locator('body')).toHaveAttribute('data-version', 'second');
    expect(await stamp(page)).toBe('first');
    const late = await page.evaluate(async () => {
      const kept = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      const path = kept
        .flat()
        .map(({ url }) => new URL(url).pathname)
        .find((name) => name.includes('crop-dialog-first-'));
      return path === undefined ? null : (await fetch(path)).status;
    });
    expect(late).toBe(200);
    // What was offered there still holds.
    await page.getByRole('button', { name: 'Reload now' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-version', 'second');
    await page.close();
    await two.stop();

    // The third comes with the next start, without a question, when no page is open.
    const three = await serve({ PORT: port, WEB_ROOT: third!.root });
    await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(
      other.getByText('A new version of Stillpix is ready', { exact: false }),
    ).toBeVisible();
    // On a phone a message stands below the line, not on it.
    await other.setViewportSize({ width: 390, height: 844 });
    await other.evaluate(() =>
      sessionStorage.setItem('stillpix_toast', JSON.stringify({ title: 'Signed out' })),
    );
    await other.reload();
    const offer = other.getByRole('status').filter({ hasText: 'A new version' });
    const message = other.getByText('Signed out', { exact: true });
    await expect(offer).toBeVisible();
    await expect(message).toBeVisible();
    const bottom = await offer.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect
      .poll(() => message.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(bottom);
    await other.goto('about:blank');
    const fresh = await context.newPage();
    await expect
      .poll(async () => {
        await fresh.goto(three.url);
        return stamp(fresh);
      })
      .toBe('third');
    // What no open page was built with is gone.
    await expect
      .poll(() =>
        fresh.evaluate(async () => (await caches.keys()).filter((name) => name.includes('site-'))),
      )
      .toEqual(['stillpix-site-third']);
    await three.stop();

    // The operator goes back to the second.
    const back = await serve({ PORT: port, WEB_ROOT: second!.root });
    await fresh.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await fresh.getByRole('button', { name: 'Reload now' }).click();
    await expect(fresh.locator('body')).toHaveAttribute('data-version', 'second');
    await back.stop();
  } finally {
    for (const version of versions) version.remove();
  }
});

test('a new version comes to a device that has no room for both', async ({ page, serve }) => {
  const port = String(await freePort());
  const versions = ['first', 'second'].map(copySite);
  const [first, second] = versions;
  try {
    const one = await serve({ PORT: port, WEB_ROOT: first!.root });
    await visitOnce(page, one.url);
    await page.reload();
    await expect(page.locator('body')).toHaveAttribute('data-version', 'first');
    await one.stop();
    const two = await serve({ PORT: port, WEB_ROOT: second!.root });
    await fillDevice(page, two.url);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.getByRole('button', { name: 'Reload now' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-version', 'second');
    await two.stop();
  } finally {
    for (const version of versions) version.remove();
  }
});
