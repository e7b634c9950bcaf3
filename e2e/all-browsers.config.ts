import { defineConfig } from '@playwright/test';
import { settings } from './other-browsers.config.ts';
import chromium from './playwright.config.ts';

/** All in one run: what waits for one of the other browsers leaves time to Chromium. */
export default defineConfig(chromium, {
  projects: [
    // First, as the longest row of tests that are done one after the other.
    { name: 'other browsers', ...settings, workers: 1 },
    { name: 'Chromium' },
  ],
});
