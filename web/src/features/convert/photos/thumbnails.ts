import { eitherSignal } from '../../../api/either-signal.ts';
import { afterDrawing } from '../after-drawing.ts';
import { mayBrowserDraw } from '../browser-drawing.ts';
import { loadPool } from '../engine.ts';
import { createTicketedWorker } from '../ticketed-worker.ts';
import type { ThumbnailRequest } from './thumbnail-worker.ts';

// Twice the widest frame of the contact sheet, for dense screens.
const side = 560;

// One that cannot start costs the small pictures, nothing else.
const worker = createTicketedWorker<ThumbnailRequest, ImageBitmap>(
  () => new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' }),
);

/** Above this a small picture is not worth the work, and its warmth in the visitor's hand. */
const maxPixels = 25_000_000;

let conversionAhead = new AbortController();
let conversions = 0;
let whenIdle: Promise<void> = Promise.resolve();
let endWaiting = () => {};
let lastInTurn: Promise<unknown> = Promise.resolve();
let whenMeasured: Promise<void> = Promise.resolve();

/** Milliseconds that an empty frame waits for the result of a conversion that goes on. */
const patience = 1000;

/** What a small picture is made of, and for. */
export interface ThumbnailSource {
  blob: Blob;
  /** What the visitor gave, which may be converting; a result otherwise. */
  isOriginal: boolean;
  /** Whether the frame is still empty. */
  isFirst: boolean;
}

/**
 * A small picture of what the browser itself can decode, or else the one that the camera put into the
 * file, as phones do into HEIC, or else developed while nothing converts; null where none of it works.
 * Where the frame is not empty, the picture waits for conversions to end; where it is, that of an original
 * gives way to them for so long as most photos take.
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

/** Begins anew, once conversions have ended, where one came between. */
async function developInTurn(blob: Blob, signal: AbortSignal): Promise<ImageBitmap | null> {
  while (!signal.aborted) {
    const given = eitherSignal(signal, conversionAhead.signal);
    const ready = await inTurn(given, () => develop(blob, given));
    if (ready !== null || !given.aborted) return ready;
  }
  return null;
}

/** First to the list itself, then to whoever starts a conversion as soon as that is drawn. */
async function giveWay(): Promise<void> {
  await afterDrawing();
  if (conversions === 0) return;
  await Promise.race([whenIdle, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/**
 * Leaves the processor to a conversion, whose results are the better pictures. Returns what to call
 * when it has ended.
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

/** Lets a size that is being measured go before pictures that have to be developed for their frames. */
export function developAfter(measured: Promise<void>): void {
  whenMeasured = measured;
}

/** One after the other, so that no two large pictures are decoded at once, while nothing converts. */
function inTurn(
  signal: AbortSignal,
  make: () => Promise<ImageBitmap | null>,
): Promise<ImageBitmap | null> {
  const made = lastInTurn.then(() => whenIdle).then(() => (signal.aborted ? null : make()));
  lastInTurn = made;
  return made;
}

async function drawEmbedded(blob: Blob): Promise<ImageBitmap | null> {
  try {
    const pool = await loadPool();
    // Not to be canceled: a slow device would lose the worker with it, just when a conversion wants one.
    const small = await pool.thumbnail(blob);
    return small && (await drawInWorker(small.blob));
  } catch {
    // What is wrong with the file is said when it is converted.
    return null;
  }
}

async function develop(blob: Blob, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    signal.throwIfAborted();
    const pool = await loadPool();
    const { width, height } = await pool.inspect(blob, {}, { signal });
    if (width * height > maxPixels) return null;
    // Sizes begin to be measured with the headers: here, that of this photo was read.
    await whenMeasured;
    const resize = { width: side, height: side };
    const small = await pool.convert(blob, { format: 'jpeg', quality: 85, resize }, { signal });
    return await drawInWorker(small.blob);
  } catch {
    return null;
  }
}

/** Made in a worker, because scaling a 12-megapixel bitmap holds up the page for longer than a frame. */
function drawInWorker(blob: Blob): Promise<ImageBitmap | null> {
  return worker.ask({ blob, side });
}
