import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { hasTool, run } from '../corpus/native.ts';
import { timeCold } from './conversions.ts';
import { types, type Harness } from './harness.ts';
import { cacheFolder, projectRoot } from '../testing/folders.ts';
import { measureLongestTask } from './main-thread.ts';
import { Times } from './statistics.ts';

/** Photos that are dropped at once. */
export const droppedPhotos = [1, 5, 20] as const;

export interface SiteTimes {
  photos: number;
  /** From the drop to the last result, the click on the button between counted; and the peer's, on a bare page. */
  times: Times;
}

export interface SiteReport {
  drops: SiteTimes[];
  /** One photo, from the drop to the result, on a page that somebody has read before; and the peer's, as above. */
  read: Times;
  /** One photo that is looked at for a second: from the click to the result; and the peer's, as above. */
  pressed: Times;
  /** Twenty photos in a ZIP, from the drop until photos lie on the table; and unzip's. `null` without the native tools. */
  archive: Times | null;
  /** Milliseconds from a key to the next frame that the page draws, the longest while twenty photos convert. */
  longestDelay: number;
  keys: number;
  /** Milliseconds of the longest task of the page's own thread from a drop to the result, on a first visit. */
  tasks: Times;
}

/** Milliseconds, on a machine that is busy with other things. */
const longestBuild = 600_000;

/** The static edition: the site's own pages and scripts, and no server of ours. */
async function buildSite(): Promise<string> {
  const out = join(cacheFolder, 'site');
  const args = ['--prefix', projectRoot, 'run', 'build:static', '--', '--out', out];
  const { ok, stderr } = await run('npm', args, { timeoutMs: longestBuild });
  if (!ok) throw new Error(`the site does not build: ${stderr.trim().slice(0, 300)}`);
  return join(out, 'site');
}

async function answer(folder: string, path: string, response: ServerResponse) {
  const file = join(folder, path.replace(/\/$/, '/index.html'));
  const { size } = await stat(file);
  const type = types[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'content-length': size });
  createReadStream(file).pipe(response);
}

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    answer(folder, path, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

/**
 * The photo under as many names as are dropped at most, on the disk as a visitor's are: what a page makes a file of
 * has to be carried to the browser before it can be read.
 */
async function layOut(photo: string): Promise<string[]> {
  const folder = join(cacheFolder, 'dropped');
  await mkdir(folder, { recursive: true });
  const files = Array.from({ length: Math.max(...droppedPhotos) }, (_, index) =>
    join(folder, `photo-${index}.heic`),
  );
  for (const file of files) await copyFile(photo, file);
  return files;
}

/** Between the pointer's coming near and the drop: nobody drags a photo over half a window faster. */
const reachingMilliseconds = 500;

/** How long somebody reads who has understood what the page is for. */
const readingMilliseconds = 4_000;

/** A visitor's first visit. */
interface Visit {
  address: string;
  /** What will be dropped. */
  files: string[];
  /** From the page's being there until the pointer comes near. Milliseconds. */
  reading: number;
}

async function visit(harness: Harness, { address, files, reading }: Visit): Promise<Page> {
  const context = await harness.browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${address}/heic-to-jpg/`);
  await page.locator('section[aria-busy="false"] input[type="file"]').first().waitFor({
    state: 'attached',
  });
  // A field of ours outside the tool, so that it sees nothing of them before they are dropped.
  const field = await page.evaluateHandle(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    return input;
  });
  await field.setInputFiles(files);
  await field.evaluate((input) => Object.assign(globalThis, { droppedFiles: input.files }));
  await page.waitForTimeout(reading);
  await page
    .getByRole('region')
    .filter({ has: page.locator('input[type="file"]') })
    .hover();
  await page.waitForTimeout(reachingMilliseconds);
  return page;
}

/** What happens after a drop. */
interface Dropped {
  /** From the drop to the click on the button, which comes as soon as it can where that is later. Milliseconds. */
  looking: number;
}

/** Drops photos, presses the button, and waits for the last result. Runs in the page; times in milliseconds. */
async function convertDropped({
  looking,
}: Dropped): Promise<{ toTable: number; fromDrop: number; fromPress: number }> {
  const { droppedFiles } = globalThis as unknown as { droppedFiles: FileList };
  const find = (label: RegExp): HTMLButtonElement | undefined =>
    [...document.querySelectorAll('button')].find(
      (button) => label.test(button.textContent.trim()) && button.checkVisibility(),
    );
  const until = async <T>(look: () => T | undefined | false): Promise<T> => {
    for (;;) {
      const found = look();
      if (found) return found;
      await new Promise(requestAnimationFrame);
    }
  };
  const dataTransfer = new DataTransfer();
  for (const file of droppedFiles) dataTransfer.items.add(file);
  const start = performance.now();
  for (const type of ['dragenter', 'drop']) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
    document.body.dispatchEvent(event);
  }
  const button = await until(() => {
    const found = find(/^Start Conversion/);
    return found && !found.disabled && found.getAttribute('aria-disabled') !== 'true' && found;
  });
  const onTable = performance.now();
  const left = start + looking - onTable;
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  const pressed = performance.now();
  button.click();
  await until(() => find(/^(Save|Download)/) && !find(/^Cancel$/));
  const done = performance.now();
  return { toTable: onTable - start, fromDrop: done - start, fromPress: done - pressed };
}

/** How often somebody presses a key. */
const keyMilliseconds = 150;

/** Presses keys while twenty photos convert, and reads how long each took to be drawn. */
async function measureDelay(page: Page): Promise<{ longestDelay: number; keys: number }> {
  await page.evaluate(() => {
    const delays: number[] = [];
    Object.assign(globalThis, { delays });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.name === 'keydown') delays.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const ended = new AbortController();
  const converting = page.evaluate(convertDropped, { looking: 0 }).finally(() => ended.abort());
  let keys = 0;
  while (!ended.signal.aborted) {
    await page.keyboard.press('Tab');
    keys++;
    await page.waitForTimeout(keyMilliseconds);
  }
  await converting;
  await page.waitForTimeout(keyMilliseconds);
  const delays = await page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays);
  // The browser keeps what takes less than 16 ms to itself.
  return { longestDelay: Math.max(16, ...delays), keys };
}

/** The files in a ZIP made by the native tool, as most are: dropped on the page, and unpacked by unzip. */
async function measureArchive(
  files: readonly string[],
  rounds: number,
  drop: (files: string[]) => Promise<{ toTable: number }>,
): Promise<Times | null> {
  if (!((await hasTool('zip')) && (await hasTool('unzip')))) return null;
  const archive = join(cacheFolder, 'dropped.zip');
  await rm(archive, { force: true });
  const { ok, stderr } = await run('zip', ['-q', '-j', archive, ...files]);
  if (!ok) throw new Error(`the photos were not packed: ${stderr}`);
  const times = new Times();
  for (let round = 0; round < rounds; round++) {
    times.add('stillpix', (await drop([archive])).toTable);
    const unpack = ['-q', '-o', '-d', join(cacheFolder, 'unzipped'), archive];
    times.add('unzip', (await run('unzip', unpack)).milliseconds);
  }
  return times;
}

/** The site itself, as a visitor has it: from the drop to the last result, and how it answers meanwhile. */
export async function measureSite(
  harness: Harness,
  photo: string,
  url: string,
  rounds: number,
): Promise<SiteReport> {
  const server = await serve(await buildSite());
  try {
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
    const address = `http://127.0.0.1:${bound.port}`;
    const files = await layOut(photo);
    const dropFiles = async (dropped: string[], { reading = 0, looking = 0 } = {}) => {
      const page = await visit(harness, { address, files: dropped, reading });
      const took = await page.evaluate(convertDropped, { looking });
      await page.context().close();
      return took;
    };
    const dropOnce = (photos: number, pace = {}) => dropFiles(files.slice(0, photos), pace);
    const read = new Times();
    const pressed = new Times();
    const drops: SiteTimes[] = [];
    for (const photos of droppedPhotos) {
      const times = new Times();
      const some = photos === 1 ? rounds : Math.max(1, Math.round(rounds / photos));
      for (let round = 0; round < some; round++) {
        times.add('stillpix', (await dropOnce(photos)).fromDrop);
        const peer = await timeCold(harness, url, ['heic-to'], { copies: photos, rounds: 1 });
        times.add('heic-to', peer.median('heic-to'));
        if (photos > 1) continue;
        read.add('stillpix', (await dropOnce(1, { reading: readingMilliseconds })).fromDrop);
        read.add('heic-to', peer.median('heic-to'));
        pressed.add('stillpix', (await dropOnce(1, { looking: 1000 })).fromPress);
        pressed.add('heic-to', peer.median('heic-to'));
      }
      drops.push({ photos, times });
    }
    const archive = await measureArchive(files, rounds, dropFiles);
    const tasks = new Times();
    for (let round = 0; round < rounds; round++) {
      const page = await visit(harness, { address, files: files.slice(0, 1), reading: 0 });
      const convert = () => page.evaluate(convertDropped, { looking: 0 });
      tasks.add('stillpix', await measureLongestTask(harness.browser, page, convert));
      await page.context().close();
    }
    const page = await visit(harness, { address, files, reading: 0 });
    const delay = await measureDelay(page);
    await page.context().close();
    return { drops, read, pressed, archive, tasks, ...delay };
  } finally {
    server.close();
  }
}
