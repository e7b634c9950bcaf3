import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { ThreadHeaps } from '../corpus/thread-heaps.ts';
import type { ConvertOptions } from '../src/index.ts';
import type { Harness } from './harness.ts';
import type { Samples } from './samples.ts';
import { median } from './statistics.ts';

/** Memory of all pages' processes, in bytes. */
export interface Reading {
  /** Everything resident, the browser's own code included: what a task manager shows. */
  resident: number;
  /** What belongs to the process alone: heaps, WebAssembly memories, buffers. */
  owned: number;
}

/** Fields of /proc/<pid>/status are in kibibytes. */
function kibibytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

interface ProcessInfo {
  processInfo: { id: number; type: string }[];
}

/** Reads the size of the browser's page processes; they are found over CDP, and measured by the kernel. */
export class MemoryWatch {
  readonly #session: CDPSession;
  readonly #types: readonly string[];

  /** `types` are those of the processes that count; `browser` is the one that keeps blobs. */
  constructor(session: CDPSession, types: readonly ('renderer' | 'browser')[] = ['renderer']) {
    this.#session = session;
    this.#types = types;
  }

  /** Of all its processes together. */
  async read(): Promise<Reading> {
    const sum = { resident: 0, owned: 0 };
    for (const { resident, owned } of (await this.#readEach()).values()) {
      sum.resident += resident;
      sum.owned += owned;
    }
    return sum;
  }

  async #readEach(): Promise<Map<number, Reading>> {
    const { processInfo } = (await this.#session.send('SystemInfo.getProcessInfo')) as ProcessInfo;
    const readings = new Map<number, Reading>();
    for (const { id } of processInfo.filter(({ type }) => this.#types.includes(type))) {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      readings.set(id, {
        resident: kibibytes(status, 'VmRSS'),
        owned: kibibytes(status, 'RssAnon') + kibibytes(status, 'RssShmem'),
      });
    }
    return readings;
  }

  /** Samples every 20 ms until the page's work is done. */
  async peakDuring(work: () => Promise<unknown>): Promise<Peak> {
    const idle = await this.#readEach();
    const peaks = new Map(idle);
    const done = new AbortController();
    const sample = async () => {
      while (!done.signal.aborted) {
        for (const [id, now] of await this.#readEach()) {
          const peak = peaks.get(id) ?? now;
          peaks.set(id, {
            resident: Math.max(peak.resident, now.resident),
            owned: Math.max(peak.owned, now.owned),
          });
        }
        await delay(20);
      }
    };
    const sampling = sample();
    await work().finally(() => done.abort());
    await sampling;
    // The browser has other processes, in reserve, some of which are still growing up.
    const pairs = [...idle].map(([id, before]) => ({ before, peak: peaks.get(id) ?? before }));
    const grown = ({ before, peak }: Peak): number => peak.owned - before.owned;
    return pairs.reduce((most, each) => (grown(each) > grown(most) ? each : most));
  }
}

/** Of the one process that grows most, which is that of the page that works. */
interface Peak {
  before: Reading;
  peak: Reading;
}

export interface MemoryReport {
  /** One worker, one 12-megapixel photo: the peak above an idle pool and above the file. */
  perWorker: number;
  /** The 200-megapixel photo: everything the page owns at its peak; null without the sample, or when it fails. */
  large: number | null;
  /** Twenty 12-megapixel photos at once: the peak of the page's resident memory. */
  twenty: number;
  /** The same, without the browser's own code. */
  twentyOwned: number;
  /** Owned memory after each of sixty photos in a row. */
  afterEach: number[];
  /** Owned after five photos and after the last, each time with the garbage of all threads collected. */
  kept: { early: number; late: number };
}

/** In which the browser's own start settles. */
const settlingMilliseconds = 1_000;

async function openPage(harness: Harness, workers: number, url: string): Promise<Page> {
  const page = await harness.freshPage();
  await page.evaluate((asked) => laboratory.open(asked), workers);
  await page.evaluate((path) => laboratory.hold(path), url);
  await delay(settlingMilliseconds);
  return page;
}

/** So many photos are converted before a row counts: what is loaded and grown is there by then. */
const photosBefore = 5;

/** What `count` photos in a row leave that is no garbage. */
async function measureKept(
  harness: Harness,
  watch: MemoryWatch,
  url: string,
  count: number,
): Promise<MemoryReport['kept']> {
  const page = await openPage(harness, 2, url);
  const heaps = await ThreadHeaps.of(page);
  const convertMany = async (photos: number): Promise<number> => {
    for (let i = 0; i < photos; i++) await convertOnce(page, 1)();
    await heaps.read();
    // What was collected is given back a little later.
    await delay(settlingMilliseconds);
    return (await watch.read()).owned;
  };
  const early = await convertMany(photosBefore);
  const late = await convertMany(count - photosBefore);
  await page.context().close();
  return { early, late };
}

const convertOnce = (page: Page, copies: number) => () =>
  page.evaluate((count) => laboratory.measure('stillpix', count), copies);

/** Memory of single conversions and of many in a row. All figures in bytes. */
export async function measureMemory(
  harness: Harness,
  samples: Samples,
  urls: { heic: string; large: string },
  photosInARow: number,
): Promise<MemoryReport> {
  const watch = new MemoryWatch(await harness.browser.newBrowserCDPSession());

  const single = await openPage(harness, 1, urls.heic);
  const one = await watch.peakDuring(convertOnce(single, 1));
  await single.context().close();

  const row = await openPage(harness, 2, urls.heic);
  const twenty = await watch.peakDuring(convertOnce(row, 20));
  const afterEach: number[] = [];
  for (let i = 0; i < photosInARow; i++) {
    await convertOnce(row, 1)();
    afterEach.push((await watch.read()).owned);
  }
  await row.context().close();
  const kept = await measureKept(harness, watch, urls.heic, photosInARow);

  let large: number | null = null;
  if (samples.large) {
    const page = await openPage(harness, 2, urls.large);
    const found = await watch.peakDuring(convertOnce(page, 1)).catch(() => null);
    large = found?.peak.owned ?? null;
    await page.context().close();
  }
  // The held copy of the file is in the idle reading already; the worker's own copy is not.
  const { size } = await stat(samples.heic);
  return {
    perWorker: one.peak.owned - one.before.owned - size,
    large,
    twenty: twenty.peak.resident,
    twentyOwned: twenty.peak.owned,
    afterEach,
    kept,
  };
}

/** The peak of one conversion that is not the plain one from HEIC. */
export interface WayMemory {
  what: string;
  /** Bytes: above an idle pool and above the file for a small photo, in all for a large one; null when it fails. */
  bytes: number | null;
  isLarge: boolean;
}

/** What is asked of photos in each format, beside their plain conversion. */
const ways: readonly { what: string; options: ConvertOptions }[] = [
  { what: 'turned', options: { rotate: 90 } },
  { what: 'to 1920 pixels', options: { resize: { width: 1920, height: 1920 } } },
  { what: 'to 500 kB', options: { targetBytes: 500_000, fewerPixels: true } },
  { what: 'to 500 kB in all its pixels', options: { targetBytes: 500_000 } },
  { what: 'to WebP', options: { format: 'webp' } },
  {
    what: 'to WebP of 500 kB',
    options: { format: 'webp', targetBytes: 500_000, fewerPixels: true },
  },
];

/** All of its scans are read at once, whatever is made of them. */
const waysOfProgressive = ways.filter(({ what }) => /turned|1920|WebP$/.test(what));

/** 200 megapixels take seconds, and on a busy machine many of them. */
const wayLimitMs = 60_000;

/** Photos turned and made smaller, each on a page of its own: with one worker, the large ones with two. */
export async function measureMemoryOfWays(
  harness: Harness,
  samples: Samples,
  urls: { heic: string; jpeg: string; progressive: string; large: string },
): Promise<WayMemory[]> {
  const watch = new MemoryWatch(await harness.browser.newBrowserCDPSession());
  const sizes = new Map<string, number>();
  for (const path of [samples.heic, samples.jpeg, samples.progressive]) {
    sizes.set(`/samples/${basename(path)}`, (await stat(path)).size);
  }
  const measureWay = async (
    url: string,
    options: ConvertOptions,
    isLarge: boolean,
  ): Promise<number | null> => {
    const page = await harness.freshPage();
    await page.evaluate((workers) => laboratory.open(workers), isLarge ? 2 : 1);
    await delay(settlingMilliseconds);
    const work = async (): Promise<void> => {
      const task = { url, options, limitMs: wayLimitMs };
      const { kind } = await page.evaluate((asked) => laboratory.convert(asked), task);
      if (kind !== 'picture') throw new Error(kind);
    };
    const found = await watch.peakDuring(work).catch(() => null);
    await page.context().close();
    if (found === null) return null;
    const { before, peak } = found;
    return isLarge ? peak.owned : peak.owned - before.owned - sizes.get(url)!;
  };
  const measured: WayMemory[] = [];
  const add = async (what: string, url: string, options: ConvertOptions, isLarge: boolean) => {
    measured.push({ what, bytes: await measureWay(url, options, isLarge), isLarge });
  };
  const { upright, turned, progressive } = samples.largeJpegs ?? {};
  const heic = { small: urls.heic, large: samples.large && urls.large };
  const jpeg = { small: urls.jpeg, large: upright && `/samples/${basename(upright)}` };
  for (const { what, options } of ways) {
    await add(`12 MP ${what}`, heic.small, options, false);
    if (heic.large) await add(`200 MP ${what}`, heic.large, options, true);
  }
  for (const { what, options } of [{ what: '', options: {} }, ...ways]) {
    const named = what && `, ${what}`;
    await add(`12 MP JPEG${named}`, jpeg.small, options, false);
    if (jpeg.large) await add(`200 MP JPEG${named}`, jpeg.large, options, true);
  }
  if (turned)
    await add('200 MP JPEG, as its Exif turns it', `/samples/${basename(turned)}`, {}, true);
  const many = {
    small: urls.progressive,
    large: progressive && `/samples/${basename(progressive)}`,
  };
  for (const { what, options } of [{ what: '', options: {} }, ...waysOfProgressive]) {
    const named = what && `, ${what}`;
    await add(`12 MP progressive JPEG${named}`, many.small, options, false);
    if (many.large) await add(`200 MP progressive JPEG${named}`, many.large, options, true);
  }
  return measured;
}

/** How much more is owned at the end of the row than from its fifth photo on, as a fraction. */
export function growth(afterEach: number[]): number {
  const early = median(afterEach.slice(photosBefore - 1, photosBefore + 9));
  return median(afterEach.slice(-10)) / early - 1;
}
