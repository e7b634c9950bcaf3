import type { OutputCodec, PictureHeader } from './codec.ts';
import { EngineError } from './errors.ts';
import type { Plan } from './plan.ts';

/** What a page may take of a device's memory before browsers end it, as far as is known. */
const share = 0.4;

/** Where the browser does not say: a phone of the middle class. */
const usualGigabytes = 4;

const gigabyte = 2 ** 30;

/** A WebAssembly memory of the encoders ends here. */
const wasmBytes = 1.9 * gigabyte;

/** Bytes that a conversion may take in this browser. `deviceMemory` is rounded by browsers, 8 at most. */
export function memoryBudget(): number {
  const { deviceMemory = usualGigabytes } = globalThis.navigator as { deviceMemory?: number };
  return deviceMemory * share * gigabyte;
}

/**
 * Refuses, before anything is decoded, what would not fit into memory: throws `out-of-memory`, with a
 * size that fits (`fits`) where a smaller result would help.
 */
export function requireMemory(
  header: PictureHeader,
  plan: Plan,
  codec: OutputCodec,
  budget: number,
): void {
  const sampleBytes = header.bitDepth > 8 ? 2 : 1;
  const pixelBytes = 4 * sampleBytes;
  const { transpose, flipX, flipY } = header.placement;
  const copies = transpose || flipX || flipY ? 2 : 1;
  const decoding = header.width * header.height * pixelBytes * copies;
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  if (decoding > budget) {
    const message = `Decoding takes ${megabytes(decoding)} MB, and ${megabytes(budget)} may be used`;
    throw new EngineError('out-of-memory', message);
  }
  const resized = plan.steps.some(({ kind }) => kind === 'resize' || kind === 'crop');
  const perPixel =
    codec.encodingBytes + (resized ? pixelBytes : 0) + (codec.deep ? 0 : sampleBytes - 1) * 4;
  const room = Math.min(budget - decoding, wasmBytes);
  const pixels = plan.width * plan.height;
  if (pixels * perPixel <= room) return;
  const fitting = Math.sqrt(room / (codec.encodingBytes + pixelBytes) / pixels);
  throw new EngineError('out-of-memory', `Encoding takes ${megabytes(pixels * perPixel)} MB`, {
    fits: { width: Math.floor(plan.width * fitting), height: Math.floor(plan.height * fitting) },
  });
}
