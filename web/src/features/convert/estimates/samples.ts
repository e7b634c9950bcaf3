import type { ConvertOptions, PlaneSamples } from '@stillpix/engine';
import { mayBrowserDraw } from '../browser-drawing.ts';
import { loadPool } from '../engine.ts';
import { createTicketedWorker } from '../ticketed-worker.ts';
import { cutPatches } from './plane-sample.ts';
import type { DrawnSample, SampleOrder, SampleRequest, SampleWish } from './sample-worker.ts';

/** Pieces of a picture as decoded samples. */
interface PlaneSample {
  planes: PlaneSamples;
  pixels: number;
}

export type Sample = DrawnSample | PlaneSample;

// If it cannot start, only the measured sizes are missing.
const worker = createTicketedWorker<SampleOrder, DrawnSample>(
  () => new Worker(new URL('./sample-worker.ts', import.meta.url), { type: 'module' }),
);
const sources = new WeakMap<Blob, number>();
let lastSource = 0;

/**
 * Tiles to decode of a photo made of tiles, such as those of phones. They represent all of them.
 */
const tilesDecoded = 12;

/** A sample of the photo at the size of its result; null if none can be drawn. */
export async function takeSample(
  file: Blob,
  wish: SampleWish,
  options: ConvertOptions,
  signal: AbortSignal,
): Promise<Sample | null> {
  const source = sourceOf(file);
  const direct = (await mayBrowserDraw(file))
    ? await drawInWorker(file, { source, keeps: false, ...wish })
    : null;
  if (direct !== null) return direct;
  try {
    signal.throwIfAborted();
    const pool = await loadPool();
    if (options.resize === undefined && wish.cut.kind === 'patches') {
      const whole = await pool.decode(file, planesOf(options), { signal });
      const planes = cutPatches(whole);
      const pixels = planes.width * planes.height;
      // A JPEG stores what the engine decodes unchanged, so nothing needs to be drawn.
      if (wish.halfColor) return { planes, pixels };
      return { blob: await pool.encodeJpeg(planes, { quality: 100 }, { signal }), pixels };
    }
    // The engine decodes what the browser cannot. So little is lost that sizes are the same.
    const whole = { format: 'jpeg', quality: 100, metadata: 'strip', hdr: 'leave-out' } as const;
    const { blob } = await pool.convert(file, whole, { signal });
    return await drawInWorker(blob, { source, keeps: false, ...wish });
  } catch {
    return null;
  }
}

/** Chroma samples cover two pixels each way. A part that begins between them would be resampled. */
function planesOf({ crop, color, exifOrientation }: ConvertOptions) {
  const even = (length: number) => Math.max(2, length - (length % 2));
  return {
    as: 'planes',
    tiles: tilesDecoded,
    ...(color && { color }),
    ...(exifOrientation && { exifOrientation }),
    ...(crop && {
      crop: {
        x: crop.x - (crop.x % 2),
        y: crop.y - (crop.y % 2),
        width: even(crop.width),
        height: even(crop.height),
      },
    }),
  } as const;
}

/** Releases the memory that `takeSample` keeps for another sample of the photo. */
export function dropSample(file: Blob): void {
  worker.tell({ kind: 'drop', source: sourceOf(file) } satisfies SampleRequest);
}

let lastPart: { key: string; sample: Promise<Sample | null> } | null = null;

/**
 * A part of the picture being viewed. The next part of the same picture is faster, and the same
 * part at another quality immediate.
 */
export function takePart(shown: Blob, wish: SampleWish): Promise<Sample | null> {
  const source = sourceOf(shown);
  const key = JSON.stringify([source, wish]);
  if (lastPart?.key !== key) {
    lastPart = { key, sample: drawInWorker(shown, { source, keeps: true, ...wish }) };
  }
  return lastPart.sample;
}

/** Releases the memory that `takePart` keeps. */
export function forgetParts(): void {
  lastPart = null;
  worker.tell({ kind: 'forget' } satisfies SampleRequest);
}

/** Encodes a sample as its photo will be encoded. */
export async function encodeSample(
  sample: Sample,
  { format = 'jpeg', quality, lossless, background }: ConvertOptions,
  signal?: AbortSignal,
): Promise<Blob> {
  const pool = await loadPool();
  const job = signal ? { signal } : {};
  if ('planes' in sample) {
    return pool.encodeJpeg(sample.planes, quality === undefined ? {} : { quality }, job);
  }
  const options: ConvertOptions = {
    format,
    metadata: 'strip',
    ...(quality === undefined ? {} : { quality }),
    ...(lossless === undefined ? {} : { lossless }),
    ...(background === undefined ? {} : { background }),
  };
  const encoded = await pool.convert(sample.blob, options, job);
  return encoded.blob;
}

function sourceOf(blob: Blob): number {
  const known = sources.get(blob);
  if (known !== undefined) return known;
  lastSource += 1;
  sources.set(blob, lastSource);
  return lastSource;
}

function drawInWorker(
  blob: Blob,
  order: SampleWish & { source: number; keeps: boolean },
): Promise<DrawnSample | null> {
  return worker.ask({ kind: 'draw', blob, ...order });
}
