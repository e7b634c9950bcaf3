import type { OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { EngineError } from '../errors.ts';
import { encodingOf, hasStep, type PlannedSteps } from './plan.ts';

/** What a page may take of a device's memory before browsers end it, as far as is known. */
const share = 0.4;

/** Where the browser does not say: a phone of the middle class. */
const usualGigabytes = 4;

const gigabyte = 2 ** 30;

/** A WebAssembly memory of the encoders ends here. */
const wasmBytes = 1.9 * gigabyte;

/** Bytes that a conversion may take in this browser. `deviceMemory` is rounded and capped by browsers. */
export function memoryBudget(): number {
  const { deviceMemory = usualGigabytes } = globalThis.navigator as { deviceMemory?: number };
  return deviceMemory * share * gigabyte;
}

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/**
 * Refuses, before anything is decoded, what would not fit into memory: throws `out-of-memory`, with a
 * size that fits (`fits`) where a smaller result would help. `bandPixels` are those of the biggest part
 * for pictures that are decoded part by part when the result is smaller, else `null`.
 */
export function requireMemory(
  header: PictureHeader,
  plan: PlannedSteps,
  codec: OutputCodec,
  budget: number,
  bandPixels: number | null,
): void {
  const { small } = encodingOf(plan).settings;
  const encodingBytes = (small ? codec.smallEncodingBytes : undefined) ?? codec.encodingBytes;
  const bitDepth = header.decodesTo?.bitDepth ?? header.bitDepth;
  const sampleBytes = bitDepth > 8 ? 2 : 1;
  const pixelBytes = 4 * sampleBytes;
  // Decoders of whole pictures have the samples in a memory of their own first; turning makes a copy.
  const copies =
    1 + (bandPixels === null ? 1 : 0) + (hasStep(plan, 'turn-upright', 'rotate') ? 1 : 0);
  const whole = header.width * header.height * pixelBytes * copies;
  const least = bandPixels === null ? whole : bandPixels * pixelBytes * 2;
  const smaller = hasStep(plan, 'resize');
  const decoding = smaller ? least : whole;

  const copied = smaller || hasStep(plan, 'crop');
  const perPixel =
    encodingBytes + (copied ? pixelBytes : 0) + (codec.deep ? 0 : sampleBytes - 1) * 4;
  const pixels = plan.width * plan.height;
  const encoding = pixels * perPixel;
  if (encoding <= Math.min(budget - decoding, wasmBytes)) return;

  // A smaller result is another copy, and may need less for decoding.
  const room = Math.min(budget - least, wasmBytes);
  const message =
    decoding > budget
      ? `Decoding takes ${megabytes(decoding)} MB, and ${megabytes(budget)} may be used`
      : `Encoding takes ${megabytes(encoding)} MB beside ${megabytes(decoding)} of ${megabytes(budget)}`;
  const fitting = Math.sqrt(room / (encodingBytes + 2 * pixelBytes) / pixels);
  const fits = {
    width: Math.floor(plan.width * Math.min(fitting, 1)),
    height: Math.floor(plan.height * Math.min(fitting, 1)),
  };
  const helps = room > 0 && fits.width > 0 && fits.height > 0;
  throw new EngineError('out-of-memory', message, helps ? { fits } : {});
}
