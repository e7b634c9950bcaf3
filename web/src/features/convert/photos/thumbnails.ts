import { eitherSignal } from '../../../api/either-signal.ts';
import { afterDrawing } from '../after-drawing.ts';
import { mayBrowserDraw } from '../browser-drawing.ts';
import { loadPool } from '../engine.ts';
import { createSerial } from '../serial.ts';
import { createTicketedWorker } from '../ticketed-worker.ts';
import type { ThumbnailRequest } from './thumbnail-worker.ts';

// Twice the widest frame of the contact sheet, for high-density screens.
const side = 560;

// If it cannot start, only the thumbnails are missing.
const worker = createTicketedWorker<ThumbnailRequest, ImageBitmap>(
  () => new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' }),
);

/** Above this size a thumbnail is not worth the processing time and battery. */
const maxPixels = 25_000_000;

const serial = createSerial();
let conversionAhead = new AbortController();
let conversions = 0;
let whenIdle: Promise<void> = Promise.resolve();
let endWaiting = () => {};
let whenMeasured: Promise<void> = Promise.resolve();

/** Milliseconds that an empty frame waits for the result of a running conversion. */
const patience = 1000;

/** What a thumbnail is made from, and for which frame. */
export interface ThumbnailSource {
  blob: Blob;
  /** True for the visitor's file, which may be converting; false for a result. */
  isOriginal: boolean;
  /** Whether the frame is still empty. */
  isFirst: boolean;
}

/**
 * Makes a thumbnail: from what the browser itself can decode, else from the camera's thumbnail in
 * the file, as in HEICs of phones, else by converting the file while no conversion runs. Null if
 * none of these works. If the frame is not empty, the picture waits for conversions to end. If it
 * is, an original's picture waits for them only as long as most photos take.
 */
export async function createThumbnail(
  { blob, isOriginal, isFirst }: ThumbnailSource,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  const draw = async () => {
    const isForBrowser = await mayBrowserDraw(blob);
    if (isOriginal && isFirst) await giveWay();
    if (signal.aborted) return null;
    const whole = isForBrowser ? await drawInWorker(blob) : null;
    return whole ?? drawEmbedded(blob);
  };
  const ready = isFirst ? await draw() : await inTurn(signal, draw);
  return ready ?? developInTurn(blob, signal);
}

/** Starts again after conversions have ended, if one interrupted it. */
async function developInTurn(blob: Blob, signal: AbortSignal): Promise<ImageBitmap | null> {
  while (!signal.aborted) {
    const given = eitherSignal(signal, conversionAhead.signal);
    const ready = await inTurn(given, () => develop(blob, given));
    if (ready !== null || !given.aborted) return ready;
  }
  return null;
}

/** Waits first for the list itself, then for conversions that start as soon as it is painted. */
async function giveWay(): Promise<void> {
  await afterDrawing();
  if (conversions === 0) return;
  await Promise.race([whenIdle, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/**
 * Pauses thumbnails in favor of a conversion, whose results are better pictures. Call the returned
 * function when it has ended.
 */
export function holdThumbnails(): () => void {
  conversionAhead.abort();
  conversionAhead = new AbortController();
  if (conversions === 0) {
    whenIdle = new Promise((resolve) => {
      endWaiting = resolve;
    });
  }
  conversions += 1;
  return () => {
    conversions -= 1;
    if (conversions === 0) endWaiting();
  };
}

/** Delays pictures that have to be converted for their frames until a size is measured. */
export function developAfter(measured: Promise<void>): void {
  whenMeasured = measured;
}

/**
 * Runs one at a time, so that no two large pictures are decoded at once, and only while no
 * conversion runs.
 */
function inTurn(
  signal: AbortSignal,
  make: () => Promise<ImageBitmap | null>,
): Promise<ImageBitmap | null> {
  return serial.run(async () => {
    await whenIdle;
    return signal.aborted ? null : make();
  });
}

async function drawEmbedded(blob: Blob): Promise<ImageBitmap | null> {
  try {
    const pool = await loadPool();
    // Not canceled: a slow device would lose the worker just when a conversion needs one.
    const small = await pool.thumbnail(blob);
    return small && (await drawInWorker(small.blob));
  } catch {
    // The conversion reports what is wrong with the file.
    return null;
  }
}

async function develop(blob: Blob, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    signal.throwIfAborted();
    const pool = await loadPool();
    // The header of a damaged file may not tell its size; what can be read of it is shown all the same.
    const header = await pool.inspect(blob, {}, { signal }).catch(() => null);
    if (header && header.width * header.height > maxPixels) return null;
    // Measuring begins with the headers, and this photo's header has been read.
    await whenMeasured;
    const resize = { width: side, height: side };
    const options = { format: 'jpeg', quality: 85, resize, salvage: true } as const;
    const small = await pool.convert(blob, options, { signal });
    return await drawInWorker(small.blob);
  } catch {
    return null;
  }
}

/**
 * Made in a worker, because scaling a 12-megapixel bitmap blocks the page for longer than a frame.
 */
function drawInWorker(blob: Blob): Promise<ImageBitmap | null> {
  return worker.ask({ blob, side });
}
