import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

export const settings = {
  testDir: 'other-browsers',
  outputDir: '../.cache/other-browsers',
  fullyParallel: false,
  timeout: 180_000,
};

/** Firefox and WebKit, each driven its own way (see testing/other-browser.ts); Chromium compares. */
export default defineConfig(config, settings);
