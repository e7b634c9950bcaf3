import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { run } from '../corpus/native.ts';
import type { Harness, Served } from './harness.ts';
import type { ContenderName } from './laboratory.ts';
import type { Samples } from './samples.ts';
import { Times } from './statistics.ts';

export const sampleFormats = ['heic', 'jpeg', 'png', 'webp', 'avif'] as const;
export type SampleFormat = (typeof sampleFormats)[number];

/** Who can convert what: the HEIC libraries take nothing else, and Chromium decodes no HEIC. */
export const contendersFor: Record<SampleFormat, ContenderName[]> = {
  heic: ['stillpix', 'heic-to', 'heic2any', 'libheif-js'],
  jpeg: ['stillpix', 'canvas'],
  png: ['stillpix', 'canvas'],
  webp: ['stillpix', 'canvas'],
  avif: ['stillpix', 'canvas'],
};

async function measure(page: Page, name: ContenderName, copies: number): Promise<number> {
  const timing = await page.evaluate((asked) => laboratory.measure(...asked), [
    name,
    copies,
  ] as const);
  return timing.milliseconds;
}

async function hold(page: Page, url: string): Promise<void> {
  await page.evaluate((path) => laboratory.hold(path), url);
}

/** All contenders in one page, after one conversion each that does not count. */
export async function timeWarm(
  harness: Harness,
  url: string,
  names: ContenderName[],
  { copies, rounds }: { copies: number; rounds: number },
): Promise<Times> {
  const times = new Times();
  const page = await harness.freshPage();
  await hold(page, url);
  for (const name of names) await measure(page, name, 1);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) times.add(name, await measure(page, name, copies));
  }
  await page.context().close();
  return times;
}

/** Each contender on a page of its own with nothing loaded: download, compile and convert. */
export async function timeCold(
  harness: Harness,
  url: string,
  names: ContenderName[],
  { copies, rounds }: { copies: number; rounds: number },
): Promise<Times> {
  const times = new Times();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const page = await harness.freshPage();
      await hold(page, url);
      times.add(name, await measure(page, name, copies));
      await page.context().close();
    }
  }
  return times;
}

/** Between a picker's opening and the file that is picked in it; nobody is faster. */
const pickingMilliseconds = 1_000;

/** Ours on a page of its own that was told that a file will come, as long ago as it takes to pick one. */
export async function timePrepared(harness: Harness, url: string, rounds: number): Promise<Times> {
  const times = new Times();
  for (let round = 0; round < rounds; round++) {
    const page = await harness.freshPage();
    await hold(page, url);
    await page.evaluate(() => laboratory.prepare());
    await delay(pickingMilliseconds);
    times.add('stillpix', await measure(page, 'stillpix', 1));
    await page.context().close();
  }
  return times;
}

/** What one conversion of a file on a fresh page downloads of the engine's own code. */
export async function listDownloads(harness: Harness, url: string): Promise<Served[]> {
  const page = await harness.freshPage();
  await hold(page, url);
  harness.takeServed();
  await measure(page, 'stillpix', 1);
  await page.context().close();
  return harness.takeServed();
}

export interface NativeTime {
  name: string;
  command: string;
  args: string[];
}

/** heif-convert as a whole process. */
export function nativeConverter(samples: Samples): NativeTime {
  const args = ['--quiet', '-q', '92', samples.heic, `${samples.folder}/native.jpg`];
  return { name: 'heif-convert', command: 'heif-convert', args };
}

/** Native tools, in turn; those that are not installed have no times. */
export async function timeNative(tools: NativeTime[], rounds: number): Promise<Times> {
  const times = new Times();
  for (let round = 0; round < rounds; round++) {
    for (const { name, command, args } of tools) {
      const { ok, milliseconds } = await run(command, args);
      if (ok) times.add(name, milliseconds);
    }
  }
  return times;
}
