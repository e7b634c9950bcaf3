// Takes the pictures in docs/images from the built product: `npm run pictures`, with Debian's heif-enc at hand.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findBrowser } from '../../scripts/setup.mjs';

const root = join(import.meta.dirname, '..', '..');
const port = '3909';
const address = `http://127.0.0.1:${port}`;

const scenes = [
  { name: 'IMG_2041', sky: ['#f6c56b', '#e8743b'], ridges: ['#b8502f', '#7d3326', '#43211f'] },
  { name: 'IMG_2042', sky: ['#bfe0ea', '#eef6f5'], ridges: ['#7fa8a3', '#4d7f7a', '#24504f'] },
  { name: 'IMG_2047', sky: ['#1c2c54', '#d7788f'], ridges: ['#5b4374', '#35305d', '#191d3d'] },
];

/** A landscape of three ridges, each a sum of two sines, so that it compresses like a photo. */
function drawScene({ sky, ridges }: (typeof scenes)[number], seed: number): string {
  const [width, height] = [2016, 1512];
  const layers = ridges.map((colour, layer) => {
    const points = Array.from({ length: 64 }, (_, step) => {
      const t = step / 63;
      const wave =
        Math.sin(t * (5 + seed + layer * 2)) + 0.4 * Math.sin(t * (17 - layer * 3) + seed);
      return `${(t * width).toFixed(0)},${(height * (0.5 + layer * 0.15) - wave * 90).toFixed(0)}`;
    });
    return `<polygon fill="${colour}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset=".7" stop-color="${sky[1]}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${500 + seed * 420}" cy="420" r="120" fill="#fff6dc"/>${layers.join('')}</svg>`;
}

async function makePhotos(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const [seed, scene] of scenes.entries()) {
    const png = join(folder, `${scene.name}.png`);
    const drawing = sharp(Buffer.from(drawScene(scene, seed)));
    // Grain, as every sensor has: without it the files would be unlike photos in size.
    const grain = await sharp({
      create: {
        width: 2016,
        height: 1512,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 14 },
      },
    })
      .png()
      .toBuffer();
    await drawing
      .composite([{ input: grain, blend: 'soft-light' }])
      .png()
      .toFile(png);
    const heic = join(folder, `${scene.name}.heic`);
    execFileSync('heif-enc', ['-q', '60', png, '-o', heic], { stdio: 'ignore' });
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
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-US' });
  await page.goto(address);
  await page.setInputFiles('input[type=file]', photos);
  await page.getByRole('button', { name: 'Start Conversion' }).click();
  await page.getByRole('button', { name: /Download all/ }).waitFor();
  // The offer of Pro after a good batch would cover what the picture is about.
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: /Download all/ }).blur();
  await page.evaluate(() => scrollTo(0, 0));
  // The developing animation of the last picture ends within a second.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(root, 'docs/images/home.png') });
  await browser.close();
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}
