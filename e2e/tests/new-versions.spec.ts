import { expect, type Page } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { fillDevice, test, visitOnce } from '../testing/kept-site.ts';
import { openDoor, type Running, startProduct } from '../testing/servers.ts';
import { copySite } from '../testing/site-copy.ts';

// Both tests need the second version, and a server takes seconds to start.
test.describe.configure({ mode: 'default' });

const versions: ReturnType<typeof copySite>[] = [];
const servers: Running[] = [];
// The first version is what is built, without a stamp: the server of the run has it.
let second: Running;
let third: Running;

test.beforeAll(async () => {
  const start = async (stamp: string) => {
    const version = copySite(stamp);
    versions.push(version);
    const server = await startProduct({ WEB_ROOT: version.root });
    servers.push(server);
    return server;
  };
  [second, third] = await Promise.all([start('second'), start('third')]);
});
test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const version of versions) version.remove();
});

const stamp = async (of: Page) =>
  (await of.locator('body').getAttribute('data-version')) ?? 'first';

test('a new version waits, is offered in a line, and breaks no page that is open', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const door = await openDoor(baseURL ?? '');
  const { url } = door;
  try {
    await visitOnce(page, url);
    await page.reload();
    expect(await stamp(page)).toBe('first');

    // The second version is found, and waits: the open page keeps its photo and its scripts.
    door.leadTo(second.url);
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
    await other.goto(url);
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
        .map((request) => new URL(request.url).pathname)
        .find((name) => /\/crop-dialog-(?!second-).*\.js$/.test(name));
      return path === undefined ? null : (await fetch(path)).status;
    });
    expect(late).toBe(200);
    // What was offered there still holds.
    await page.getByRole('button', { name: 'Reload now' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-version', 'second');
    await page.close();

    // The third comes with the next start, without a question, when no page is open.
    door.leadTo(third.url);
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
        await fresh.goto(url);
        return stamp(fresh);
      })
      .toBe('third');
    // What no open page was built with is gone.
    await expect
      .poll(() =>
        fresh.evaluate(async () => (await caches.keys()).filter((name) => name.includes('site-'))),
      )
      .toEqual(['stillpix-site-third']);

    // The operator goes back to the second.
    door.leadTo(second.url);
    await fresh.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await fresh.getByRole('button', { name: 'Reload now' }).click();
    await expect(fresh.locator('body')).toHaveAttribute('data-version', 'second');
  } finally {
    await door.stop();
  }
});

test('a new version comes to a device that has no room for both', async ({ page, baseURL }) => {
  const door = await openDoor(baseURL ?? '');
  try {
    await visitOnce(page, door.url);
    await page.reload();
    expect(await stamp(page)).toBe('first');
    door.leadTo(second.url);
    await fillDevice(page, door.url);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.getByRole('button', { name: 'Reload now' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-version', 'second');
  } finally {
    await door.stop();
  }
});
