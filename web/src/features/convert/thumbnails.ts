import { eitherSignal } from '../../api/either-signal.ts';
import { loadPool } from './engine.ts';

export interface ThumbnailRequest {
  ticket: number;
  blob: Blob;
  /** Longest side wanted, in device pixels. */
  side: number;
}

export interface ThumbnailAnswer {
  ticket: number;
  picture: ImageBitmap | null;
}

// Twice the widest frame of the contact sheet, for dense screens.
const side = 560;

let worker: Worker | null = null;
let nextTicket = 1;
const waiting = new Map<number, (picture: ImageBitmap | null) => void>();

/** Above this a small picture is not worth the work, and its warmth in the visitor's hand. */
const mostPixels = 25_000_000;

let conversionAhead = new AbortController();
let lastDeveloped: Promise<unknown> = Promise.resolve();

/**
 * A small picture of what the browser itself can decode, or else the one that the camera put into the
 * file, as phones do into HEIC, or else developed while nothing converts; null where none of it works.
 */
export async function createThumbnail(
  blob: Blob,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  const given = eitherSignal(signal, conversionAhead.signal);
  const ready = (await drawInWorker(blob)) ?? (await drawEmbedded(blob));
  if (ready !== null) return ready;
  const developed = lastDeveloped.then(() => develop(blob, given));
  lastDeveloped = developed;
  return developed;
}

/** Leaves the processor to the conversion, whose results are the better pictures. */
export function stopDeveloping(): void {
  conversionAhead.abort();
  conversionAhead = new AbortController();
}

async function drawEmbedded(blob: Blob): Promise<ImageBitmap | null> {
  try {
    const pool = await loadPool();
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
    if (width * height > mostPixels) return null;
    const resize = { width: side, height: side };
    const small = await pool.convert(blob, { format: 'jpeg', quality: 85, resize }, { signal });
    return await drawInWorker(small.blob);
  } catch {
    return null;
  }
}

/** Made in a worker, because scaling a 12-megapixel bitmap holds up the page for longer than a frame. */
function drawInWorker(blob: Blob): Promise<ImageBitmap | null> {
  worker ??= startWorker();
  const request: ThumbnailRequest = { ticket: nextTicket, blob, side };
  nextTicket += 1;
  worker.postMessage(request);
  return new Promise((resolve) => waiting.set(request.ticket, resolve));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<ThumbnailAnswer>) => {
    waiting.get(data.ticket)?.(data.picture);
    waiting.delete(data.ticket);
  });
  // A worker that cannot start costs the small pictures, nothing else.
  started.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    worker = null;
  });
  return started;
}
