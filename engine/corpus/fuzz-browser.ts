import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { MemoryWatch } from '../bench/memory.ts';
import type { Harness } from '../bench/harness.ts';
import { addReport, emptyReport, type FuzzReport } from './fuzz-report.ts';
import type { RestingMemory } from './memory-growth.ts';
import { ThreadHeaps } from './thread-heaps.ts';

/** So many mutants are given to the page at a time. */
const batch = 250;

/** Memory is read after so many mutants each, a multiple of `batch`. */
const mutantsPerSample = 1_000;

/** What the page no longer needs is given back to the system within so many milliseconds. */
const restMs = 4_000;

export interface BrowserFuzz {
  report: FuzzReport;
  /** After every thousand mutants. */
  memory: RestingMemory[];
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
  const session = await harness.browser.newBrowserCDPSession();
  const watch = new MemoryWatch(session, ['renderer', 'browser']);
  const page = await openFuzzPage(harness, urls);
  const threads = await ThreadHeaps.of(page);
  const memory: RestingMemory[] = [];
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
    if (total.mutants % mutantsPerSample === 0) {
      const heaps = await threads.read();
      await delay(restMs);
      const { owned } = await watch.read();
      memory.push({ mutants: total.mutants, heaps, owned });
      const megabytes = Math.round(owned / 1e6);
      say(`${total.mutants} mutants, ${total.defects.length} defects, ${megabytes} MB`);
    }
  }
  await page.context().close();
  return { report: total, memory };
}
