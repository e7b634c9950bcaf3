import { writeFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { startFirefox } from './firefox.ts';
import type { OtherBrowser, OtherProgram } from './other-browser.ts';
import { startWebKit } from './webkit.ts';

const starts = { Firefox: startFirefox, WebKit: startWebKit };

type Name = keyof typeof starts;

export const otherBrowsers = Object.keys(starts) as Name[];

interface OfTest {
  /** Opens one that knows nothing of the tests before. Where it is not installed, the test is skipped. */
  openOther: (name: Name) => Promise<OtherBrowser>;
}

interface OfWorker {
  /** What was started, until the worker ends. */
  programs: Map<Name, OtherProgram>;
}

export const test = base.extend<OfTest, OfWorker>({
  programs: [
    // Playwright reads from the pattern which fixtures it needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const programs = new Map<Name, OtherProgram>();
      await use(programs);
      for (const program of programs.values()) await program.close();
    },
    { scope: 'worker' },
  ],

  openOther: async ({ programs }, use, info) => {
    const opened: OtherBrowser[] = [];
    await use(async (name) => {
      const program = programs.get(name) ?? (await starts[name]());
      test.skip(program === null, `${name} is not installed, and cannot be from here`);
      if (program === null) throw new Error(`${name} is not installed`);
      programs.set(name, program);
      const browser = await program.open();
      opened.push(browser);
      return browser;
    });
    for (const browser of opened) {
      try {
        if (info.status !== info.expectedStatus)
          writeFileSync(info.outputPath('page.png'), await browser.screenshot());
      } finally {
        await browser.close();
      }
    }
  },
});
