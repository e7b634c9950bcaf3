import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { MemoryWatch } from '../bench/memory.ts';
import type { Harness } from '../bench/harness.ts';
import { addReport, emptyReport, type FuzzReport } from './fuzz-report.ts';

/** So many mutants are given to the page at a time. */
const batch = 250;

/** Runs of so many mutants or more tell whether memory grows. */
const longRun = 5_000;

/** What the page no longer needs is given back to the system within so many milliseconds. */
const restMs = 15_000;

export interface BrowserFuzz {
  report: FuzzReport;
  /**
   * What the page's process owns at rest, its workers included: after the first third of a long run,
   * and at its end. In bytes; null for a short run.
   */
  memory: { early: number; end: number } | null;
}

/** Loads the files that mutants are made from into a fresh page. */
async function openFuzzPage(harness: Harness, urls: string[]): Promise<Page> {
  const page = await harness.freshPage();
  await page.evaluate((asked) => laboratory.loadForFuzzing(asked), urls);
  return page;
}

/** What the page's process owns once nothing is left to clean up, in bytes. */
async function ownedAtRest(page: Page, watch: MemoryWatch): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await delay(restMs);
  return (await watch.read()).owned;
}

/** Feeds mutants to the engine's pool in Chromium. A defect counts when it shows twice. */
export async function fuzzInBrowser(
  harness: Harness,
  urls: string[],
  range: { first: number; count: number; limitMs: number },
  say: (line: string) => void,
): Promise<BrowserFuzz> {
  const { first, count, limitMs } = range;
  const total = emptyReport();
  const watch = new MemoryWatch(await harness.browser.newBrowserCDPSession());
  const page = await openFuzzPage(harness, urls);
  let early: number | null = null;
  for (let done = 0; done < count; done += batch) {
    const part = { first: first + done, count: Math.min(batch, count - done), limitMs };
    const report = await page.evaluate((asked) => laboratory.fuzz(asked), part);
    const confirmed: FuzzReport['defects'] = [];
    for (const { seed } of report.defects) {
      // A machine that was busy elsewhere for a moment is not a defect of the engine.
      const again = { first: seed, count: 1, limitMs };
      confirmed.push(...(await page.evaluate((asked) => laboratory.fuzz(asked), again)).defects);
    }
    addReport(total, { ...report, defects: confirmed });
    if ((done / batch) % 8 === 7) {
      const { owned } = await watch.read();
      const megabytes = Math.round(owned / 1e6);
      say(`${total.mutants} mutants, ${total.defects.length} defects, ${megabytes} MB`);
    }
    if (count >= longRun && early === null && total.mutants * 3 >= count) {
      early = await ownedAtRest(page, watch);
    }
  }
  const memory = early === null ? null : { early, end: await ownedAtRest(page, watch) };
  await page.context().close();
  return { report: total, memory };
}
