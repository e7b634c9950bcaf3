import type { Page } from '@playwright/test';
import { MemoryWatch } from '../bench/memory.ts';
import type { Harness } from '../bench/harness.ts';
import { addReport, emptyReport, type FuzzReport } from './fuzz-report.ts';

/** So many mutants go by between two looks at memory. */
const batch = 250;

export interface BrowserFuzz {
  report: FuzzReport;
  /** What the page's process owns after each batch, in bytes. */
  memory: number[];
}

/** Loads the files that mutants are made from into a fresh page. */
async function openFuzzPage(harness: Harness, urls: string[]): Promise<Page> {
  const page = await harness.freshPage();
  await page.evaluate((asked) => laboratory.loadForFuzzing(asked), urls);
  return page;
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
  const memory: number[] = [];
  const watch = new MemoryWatch(await harness.browser.newBrowserCDPSession());
  const page = await openFuzzPage(harness, urls);
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
    memory.push((await watch.read()).owned);
    if ((done / batch) % 8 === 7) {
      const megabytes = Math.round((memory.at(-1) ?? 0) / 1e6);
      say(`${total.mutants} mutants, ${total.defects.length} defects, ${megabytes} MB`);
    }
  }
  await page.context().close();
  return { report: total, memory };
}

/** Growth of memory over the second half of the run, as a fraction of what it was in the middle. */
export function growthOf(memory: number[]): number {
  const quarter = Math.max(1, memory.length >> 2);
  const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
  const middle = mean(memory.slice(memory.length >> 1, (memory.length >> 1) + quarter));
  return mean(memory.slice(-quarter)) / middle - 1;
}
