import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserFlags, findPageBrowser } from '../scripts/setup.mjs';

const port = process.env.E2E_PORT ?? '3907';
const address = `http://127.0.0.1:${port}`;
const executablePath = await findPageBrowser();

// The processes that run the tests read this file as well; the server is started by the first one.
const startsServer = process.env.TEST_WORKER_INDEX === undefined;
const dataDir = startsServer ? mkdtempSync(join(tmpdir(), 'stillpix-e2e-')) : '';
if (startsServer) process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

/** The built product, served by the real server on a database of its own. */
export default defineConfig({
  testDir: 'tests',
  outputDir: '../.cache/test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // How fast it all is, is measured elsewhere: Playwright's 5 s for one expectation pass while a busy
  // machine loads a page's code.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: address,
    browserName: 'chromium',
    locale: 'en-US',
    // Only where it is what a test is about (offline.spec.ts): a kept page hides what a test serves.
    serviceWorkers: 'block',
    // Drawing what moves takes time. It is looked at where a test says so, and in the other browsers.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs time: `npm test` tries again what fails, and records that.
    trace: 'on-first-retry',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: 'node server/src/main.ts',
    cwd: '..',
    url: `${address}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: port,
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      // Tests come from many addresses.
      TRUSTED_PROXIES: '127.0.0.1',
    },
  },
});
