import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { languages } from '../../web/src/site/pages/language.ts';
import { pathOf } from '../../web/src/site/pages/pages.ts';
import { browserFlags, findBrowser } from '../../scripts/setup.mjs';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

interface Manifest {
  id: string;
  lang: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  categories: string[];
  file_handlers: { action: string; accept: Record<string, string[]> }[];
  share_target: { action: string; params: { files: { name: string; accept: string[] }[] } };
  screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[];
  shortcuts: { name: string; url: string }[];
}

test.describe('the browser’s own checks', () => {
  let profile: string;
  let context: BrowserContext;

  // A private window, which the other tests run in, installs nothing.
  test.beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), 'stillpix-profile-'));
    const executablePath = await findBrowser();
    context = await chromium.launchPersistentContext(profile, {
      args: browserFlags,
      ...(executablePath ? { executablePath } : {}),
    });
  });

  test.afterAll(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });

  for (const language of languages) {
    test(`find nothing to object to (${language})`, async ({ baseURL }) => {
      const page = await context.newPage();
      await page.goto(baseURL + pathOf('home', language));
      const client = await context.newCDPSession(page);
      const { errors, data } = await client.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);

      const manifest = JSON.parse(data ?? '') as Manifest;
      expect(manifest).toMatchObject({
        id: '/',
        lang: language,
        start_url: pathOf('home', language),
      });
      expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
      expect(manifest.categories).toContain('photo');
      // Whatever the picker takes opens with a double click, and can be shared.
      const taken = await page.locator('input[type=file]').first().getAttribute('accept');
      const endings = (taken ?? '').split(',').filter((each) => each.startsWith('.'));
      const [handler] = manifest.file_handlers;
      expect(handler?.action).toBe(pathOf('home', language));
      expect(Object.values(handler?.accept ?? {}).flat()).toEqual(expect.arrayContaining(endings));
      const [shared] = manifest.share_target.params.files;
      expect(shared?.accept).toEqual(expect.arrayContaining(endings));
      expect(manifest.screenshots.map(({ form_factor: form }) => form)).toEqual(['wide', 'narrow']);
      for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
        const answer = await page.request.get(baseURL + src);
        expect(answer.headers()['content-type'], src).toBe(type);
        if (sizes === 'any') continue;
        const { width, height } = await sharp(await answer.body()).metadata();
        expect(`${width}x${height}`, src).toBe(sizes);
      }
      for (const { url } of manifest.shortcuts) {
        expect((await page.request.get(baseURL + url)).status(), url).toBe(200);
      }
      await page.close();
    });
  }
});

/** Hands files to the page as the system does after a double click on them, on each call. */
async function openAsSystem(page: Page, names: readonly string[]): Promise<void> {
  const files = names.map((name) => ({
    name,
    base64: Buffer.from(fixture('grid.heic').bytes).toString('base64'),
  }));
  await page.evaluate(async (given) => {
    const root = await navigator.storage.getDirectory();
    const handles = [];
    for (const { name, base64 } of given) {
      const handle = await root.getFileHandle(name, { create: true });
      const writable = await handle.createWritable();
      await writable.write(Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)));
      await writable.close();
      handles.push(handle);
    }
    (window as unknown as { open(files: unknown[]): void }).open(handles);
  }, files);
}

test('files opened with the installed site lie on one table, those opened later beside them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'launchQueue', {
      value: {
        setConsumer: (consume: (launch: object) => void) =>
          Object.assign(window, { open: (files: unknown[]) => consume({ files }) }),
      },
    });
  });
  const converter = new ConverterPage(page);
  await converter.open('/');
  await openAsSystem(page, ['first.heic', 'second.heic']);
  await expect(converter.frames).toHaveCount(2);
  await openAsSystem(page, ['third.heic']);
  await expect(converter.frames).toHaveCount(3);
  await converter.convert();
  await expect(converter.frame('third.heic')).toContainText('Done');
});
