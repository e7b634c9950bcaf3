import type { OutputCodec } from '../../codec/output.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { EngineError } from '../../errors.ts';
import type { InputFormat } from '../../options.ts';
import { gigabyte } from './memory-budget.ts';
import { encodingOf, hasStep, type PlannedSteps } from './plan.ts';

/** Limit of an encoder's WebAssembly memory. */
const wasmBytes = 1.9 * gigabyte;

/**
 * Limit for decoding, however much memory the device has: a file of a few kilobytes can ask for
 * gigabytes, and a picture that really is that large is one in a million.
 */
const maxDecodingBytes = 700 * 2 ** 20;

/** Phones and cameras take photos of up to 200 megapixels in these formats. */
const photoFormats: readonly InputFormat[] = ['jpeg', 'heic'];
const photoPixels = 200e6;

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/**
 * Refuses a picture that would not fit into memory, before anything is decoded. Throws
 * `out-of-memory`, with a size that fits (`fits`) if a smaller result would help. `bandPixels` is
 * the size of the largest band if a smaller result is decoded in bands, else `null`.
 */
export function requireMemory(
  header: PictureHeader,
  plan: PlannedSteps,
  codec: OutputCodec,
  budget: number,
  bandPixels: number | null,
): void {
  const { least, decoding } = measureDecoding(header, plan, bandPixels);
  const { encodingBytes, encoding } = measureEncoding(header, plan, codec);
  if (encoding <= Math.min(budget - decoding, wasmBytes)) return;
  const pixelBytes = 4 * sampleBytesOf(header);
  const pixels = plan.width * plan.height;

  // A smaller result is another copy, and may need less memory for decoding.
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

/**
 * Refuses a picture that would take more memory than any may, before anything is decoded. Throws
 * `too-large`, with a size that helps (`fits`) if a smaller result is decoded in bands.
 * `bandPixels` as in `requireMemory`.
 */
export function requireBounded(
  format: InputFormat,
  header: PictureHeader,
  plan: PlannedSteps,
  bandPixels: number | null,
): void {
  const pixels = header.width * header.height;
  if (photoFormats.includes(format) && pixels <= photoPixels) return;
  const { least, decoding } = measureDecoding(header, plan, bandPixels);
  if (decoding <= maxDecodingBytes) return;
  const message = `Decoding takes ${megabytes(decoding)} MB, and ${megabytes(maxDecodingBytes)} may be used`;
  const scale = Math.min(1, Math.sqrt(maxDecodingBytes / (pixels * 8 * sampleBytesOf(header))));
  const fits = {
    width: Math.floor(plan.width * scale),
    height: Math.floor(plan.height * scale),
  };
  throw new EngineError('too-large', message, least <= maxDecodingBytes ? { fits } : {});
}

function sampleBytesOf({ decodesTo, bitDepth }: PictureHeader): 1 | 2 {
  return (decodesTo?.bitDepth ?? bitDepth) > 8 ? 2 : 1;
}

/**
 * Whether a picture decoded in one piece fits into memory, so that `requireMemory` does not refuse
 * it.
 */
export function hasRoom(
  header: PictureHeader,
  plan: PlannedSteps,
  codec: OutputCodec,
  budget: number,
): boolean {
  const { decoding } = measureDecoding(header, plan, null);
  return measureEncoding(header, plan, codec).encoding <= Math.min(budget - decoding, wasmBytes);
}

/** Bytes that encoding takes in all, and bytes per pixel of the encoder alone. */
function measureEncoding(
  header: PictureHeader,
  plan: PlannedSteps,
  codec: OutputCodec,
): { encodingBytes: number; encoding: number } {
  const encodingBytes = codec.encodingBytes(encodingOf(plan).settings);
  const sampleBytes = sampleBytesOf(header);
  const copied = hasStep(plan, 'resize', 'crop') ? 4 * sampleBytes : 0;
  const reduced = codec.deep ? 0 : (sampleBytes - 1) * 4;
  return { encodingBytes, encoding: plan.width * plan.height * (encodingBytes + copied + reduced) };
}

/** Bytes that decoding takes, and the minimum that it takes for a smaller result. */
function measureDecoding(
  header: PictureHeader,
  plan: PlannedSteps,
  bandPixels: number | null,
): { least: number; decoding: number } {
  const pixelBytes = 4 * sampleBytesOf(header);
  // Decoders of whole pictures first have the samples in their own memory. Turning makes a copy.
  const copies =
    1 + (bandPixels === null ? 1 : 0) + (hasStep(plan, 'turn-upright', 'rotate') ? 1 : 0);
  const whole = header.width * header.height * pixelBytes * copies;
  const least = bandPixels === null ? whole : bandPixels * pixelBytes * 2;
  return { least, decoding: hasStep(plan, 'resize') ? least : whole };
}
