import { loadPool } from './engine.ts';

export interface ThumbnailRequest {
  ticket: number;
  blob: Blob;
  /** Longest side wanted, in device pixels. */
  side: number;
}

export interface Thumbnail {
  bitmap: ImageBitmap;
  /** Pixels of the whole picture, upright. */
  width: number;
  height: number;
}

export interface ThumbnailAnswer {
  ticket: number;
  picture: Thumbnail | null;
}

// Twice the widest frame of the contact sheet, for dense screens.
const side = 560;

let worker: Worker | null = null;
let nextTicket = 1;
const waiting = new Map<number, (picture: Thumbnail | null) => void>();

/**
 * A small picture of what the browser itself can decode, or else the one that the camera put into the
 * file, as phones do into HEIC; null where there is neither.
 */
export async function createThumbnail(blob: Blob): Promise<Thumbnail | null> {
  return (await drawInWorker(blob)) ?? drawEmbedded(blob);
}

async function drawEmbedded(blob: Blob): Promise<Thumbnail | null> {
  try {
    const pool = await loadPool();
    const small = await pool.thumbnail(blob);
    const drawn = small && (await drawInWorker(small.blob));
    return drawn && { ...drawn, ...small.picture };
  } catch {
    // What is wrong with the file is said when it is converted.
    return null;
  }
}

/** Made in a worker, because scaling a 12-megapixel bitmap holds up the page for longer than a frame. */
function drawInWorker(blob: Blob): Promise<Thumbnail | null> {
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
