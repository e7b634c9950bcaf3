import type { CropFraction, Size } from '../geometry/crop.ts';
import { loadPool } from '../engine.ts';

export interface SampleRequest {
  ticket: number;
  blob: Blob;
  /** The part of the picture that the result shows. */
  region: CropFraction;
  /** Pixels of the result. */
  size: Size;
}

/** Patches of a picture as one lossless picture. */
export interface Sample {
  blob: Blob;
  pixels: number;
}

export interface SampleAnswer {
  ticket: number;
  sample: Sample | null;
}

let worker: Worker | null = null;
let nextTicket = 1;
const waiting = new Map<number, (sample: Sample | null) => void>();

/** A sample of the photo at the size of its result; null where nothing can be drawn of it. */
export async function takeSample(
  file: Blob,
  region: CropFraction,
  size: Size,
  signal: AbortSignal,
): Promise<Sample | null> {
  const direct = await drawInWorker(file, region, size);
  if (direct !== null) return direct;
  try {
    signal.throwIfAborted();
    const pool = await loadPool();
    // What the browser cannot decode is decoded by the engine; so little is lost that sizes stay.
    const options = { format: 'jpeg', quality: 100, metadata: 'strip' } as const;
    const { blob } = await pool.convert(file, options, { signal });
    return await drawInWorker(blob, region, size);
  } catch {
    return null;
  }
}

/** Bytes of a sample, encoded as its photo will be. */
export async function encodeSample(
  sample: Sample,
  options: { format: 'jpeg' | 'png' | 'webp'; quality: number; lossless: boolean },
  signal: AbortSignal,
): Promise<number> {
  const pool = await loadPool();
  const { blob } = await pool.convert(sample.blob, { ...options, metadata: 'strip' }, { signal });
  return blob.size;
}

function drawInWorker(blob: Blob, region: CropFraction, size: Size): Promise<Sample | null> {
  worker ??= startWorker();
  const request: SampleRequest = { ticket: nextTicket, blob, region, size };
  nextTicket += 1;
  worker.postMessage(request);
  return new Promise((resolve) => waiting.set(request.ticket, resolve));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./sample-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<SampleAnswer>) => {
    waiting.get(data.ticket)?.(data.sample);
    waiting.delete(data.ticket);
  });
  // A worker that cannot start costs the measured sizes, nothing else.
  started.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    worker = null;
  });
  return started;
}
