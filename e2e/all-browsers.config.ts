import { defineConfig } from '@playwright/test';
import others from './other-browsers.config.ts';
import chromium from './playwright.config.ts';

/** All of it in one run: what one core can do of the other browsers at a time leaves the second one to Chromium. */
export default defineConfig(chromium, {
  projects: [
    // First, as the longest row of tests that wait for one another.
    {
      name: 'other browsers',
      testDir: others.testDir,
      outputDir: others.outputDir,
      fullyParallel: others.fullyParallel,
      timeout: others.timeout,
      workers: 1,
    },
    { name: 'Chromium' },
  ],
});
