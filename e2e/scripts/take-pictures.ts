/**
 * Takes pictures of the built product, with Debian's heif-enc at hand: `npm run pictures` takes the one
 * of the README, those that articles show and those of the manifests, `npm run pictures -- de` only the
 * articles' of a language, `npm run pictures -- readme` and `npm run pictures -- app` only those.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../../scripts/setup.mjs';
import { drawLandscape, type View } from '../../web/scripts/figures/landscape.ts';
import { toPng } from '../../web/scripts/figures/picture.ts';
import { languages, type Language } from '../../web/src/site/pages/language.ts';
import { takeAppScreens } from '../testing/app-screens.ts';
import { takeScenes } from '../testing/scenes.ts';

const root = join(import.meta.dirname, '..', '..');
const port = process.env.PORT ?? '3909';
const address = `http://127.0.0.1:${port}`;

const size = { width: 4032, height: 3024 };
const views: Record<string, View> = {
  IMG_2041: { ...size, hour: 'day', seed: 0 },
  IMG_2042: { ...size, hour: 'evening', seed: 300 },
  IMG_2047: { ...size, hour: 'night', seed: 511 },
};

async function makePhotos(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const [name, view] of Object.entries(views)) {
    const [png, heic] = [join(folder, `${name}.png`), join(folder, `${name}.heic`)];
    writeFileSync(png, await toPng(drawLandscape(view)));
    // With a small picture inside, as phones put it there: the list shows it before a conversion.
    execFileSync('heif-enc', ['-q', '55', '-t', '512', png, '-o', heic], { stdio: 'ignore' });
    files.push(heic);
  }
  return files;
}

async function waitUntilServed(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('The server does not answer; is the product built (npm run build)?');
}

async function takeReadmePicture(browser: Browser, photos: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
  await page.goto(address);
  await page.setInputFiles('input[type=file]', photos);
  await page.getByRole('button', { name: 'Start Conversion' }).click();
  await page.getByRole('button', { name: /Download all/ }).waitFor();
  // The offer of Pro after a good batch would stand above what the picture is about.
  const offer = page.getByRole('status').filter({ hasText: 'All done' });
  await offer.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: /Download all/ }).blur();
  await page.evaluate(() => scrollTo(0, 0));
  // The developing animation of the last picture ends within a second.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(root, 'docs/images/home.png') });
  await page.close();
}

/** As articles need them: two pixels for one of the page's, not more than 1440 wide, and small. */
async function keep(language: Language, name: string, picture: Buffer): Promise<void> {
  const folder = join(root, 'web/content/images', language);
  mkdirSync(folder, { recursive: true });
  const resized = sharp(picture).resize({ width: 1440, withoutEnlargement: true });
  await resized.webp({ quality: 80, effort: 6 }).toFile(join(folder, `${name}.webp`));
}

async function takeArticlePictures(
  browser: Browser,
  language: Language,
  photos: readonly string[],
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 860 },
    deviceScaleFactor: 2,
    locale: language,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page: Page = await context.newPage();
  await takeScenes(page, { address, language, photos }, (name, picture) =>
    keep(language, name, picture),
  );
  await context.close();
}

/** For the manifests: fetched by a browser that is about to install the site. */
async function keepAppScreen(language: Language, name: string, picture: Buffer): Promise<void> {
  const folder = join(root, 'web/public/app');
  mkdirSync(folder, { recursive: true });
  await sharp(picture)
    .webp({ quality: 75, effort: 6 })
    .toFile(join(folder, `${language}-${name}.webp`));
}

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'stillpix-pictures-'));
const server = spawn('node', ['server/src/main.ts'], {
  cwd: root,
  stdio: 'ignore',
  env: { ...process.env, PORT: port, DATA_DIR: join(folder, 'data') },
});
try {
  const photos = await makePhotos(folder);
  await waitUntilServed();
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  if (wanted.length === 0 || wanted.includes('readme')) await takeReadmePicture(browser, photos);
  for (const language of languages)
    if (wanted.length === 0 || wanted.includes(language))
      await takeArticlePictures(browser, language, photos);
  for (const language of languages)
    if (wanted.length === 0 || wanted.includes('app'))
      await takeAppScreens(browser, { address, language, photos }, (name, picture) =>
        keepAppScreen(language, name, picture),
      );
  await browser.close();
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}
