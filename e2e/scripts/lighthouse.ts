// Lighthouse, with its mobile settings, on the pages that visitors land on: `npm run lighthouse`, on the built product.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { browserFlags, findBrowser } from '../../scripts/setup.mjs';

const root = join(import.meta.dirname, '..', '..');
const port = '3908';
const address = `http://127.0.0.1:${port}`;
const pages = ['/', '/heic-to-jpg', '/pricing', '/blog/understanding-heic-format'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Performance of at least 95, everything else 100, and a page that does not move while it loads. */
const targets: Record<string, number> = { performance: 95 };
const largestShift = 0.02;

async function waitUntilServed(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('The server does not answer; is the product built (npm run build)?');
}

const folder = mkdtempSync(join(tmpdir(), 'stillpix-lighthouse-'));
const server = spawn('node', ['server/src/main.ts'], {
  cwd: root,
  stdio: 'ignore',
  env: { ...process.env, PORT: port, PUBLIC_URL: address, DATA_DIR: join(folder, 'data') },
});
let short = 0;

/** One audit. Lighthouse itself may fail (a lost target, a trace without a paint): then once more. */
async function audit(page: string, chromePort: number): Promise<Result> {
  let problem = '';
  for (let attempt = 0; attempt < 2; attempt++) {
    const result = await lighthouse(address + page, {
      port: chromePort,
      onlyCategories: categories,
    });
    const failure = result?.lhr.runtimeError;
    if (result && !failure) return result.lhr;
    problem = failure ? `${failure.code}: ${failure.message}` : 'no result';
    console.log(`${page}: Lighthouse failed (${problem})`);
  }
  throw new Error(`Lighthouse failed twice on ${page}: ${problem}`);
}

try {
  await waitUntilServed();
  const chromePath = await findBrowser();
  const chrome = await launch({
    chromeFlags: ['--headless', ...browserFlags],
    ...(chromePath ? { chromePath } : {}),
  });
  for (const page of pages) {
    const result = await audit(page, chrome.port);
    const scores = categories.map((category) => {
      const score = Math.round((result.categories[category]?.score ?? 0) * 100);
      if (score < (targets[category] ?? 100)) short++;
      return `${category} ${score}`;
    });
    const shift = result.audits['cumulative-layout-shift']?.numericValue ?? Infinity;
    if (shift >= largestShift) short++;
    console.log(`${page}: ${scores.join(', ')}, layout shift ${shift.toFixed(3)}`);
  }
  chrome.kill();
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}
console.log(short === 0 ? 'As asked.' : `${short} short of what is asked.`);
process.exit(short === 0 ? 0 : 1);
