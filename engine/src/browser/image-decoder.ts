import { asStored } from './as-stored.ts';
import { EngineError } from '../errors.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { Planes } from '../planes/planes.ts';
import { opaqueAlpha, type Raster, type UntaggedRaster } from '../planes/raster.ts';
import { planesOfFrame } from './frame-planes.ts';
import { withinTime } from './within-time.ts';

/** Whether the browser decodes a MIME type itself. */
export async function canDecodeNatively(mime: string): Promise<boolean> {
  if (typeof ImageDecoder === 'undefined') return false;
  return withinTime(ImageDecoder.isTypeSupported(mime)).catch(() => false);
}

/** The first picture's frame. `close` frees its memory. */
interface OpenFrame {
  frame: VideoFrame;
  close: () => void;
}

/** The first picture's frame, decoded elsewhere. `null` if that failed. Never rejects. */
export type BegunFrame = Promise<VideoFrame | null>;

export interface OpenOptions {
  /** Called once while the browser decodes, to use that time. */
  meanwhile?: () => void;
  /**
   * The frame of a decoding that has already begun. Whoever began it closes it if it is not taken.
   */
  begun?: BegunFrame | undefined;
}

/**
 * Decodes the first picture. Calls `meanwhile` once the browser has begun decoding, in a thread of
 * its own. Throws `corrupt-file`, `timed-out`, or what `meanwhile` throws.
 */
async function openFrame(
  init: ImageDecoderInit,
  { milliseconds, meanwhile, begun }: OpenOptions & { milliseconds?: number | undefined } = {},
): Promise<OpenFrame> {
  if (begun) {
    meanwhile?.();
    const frame = await begun;
    return frame ? { frame, close: () => frame.close() } : openFrame(init, { milliseconds });
  }
  let decoder: ImageDecoder | undefined;
  try {
    decoder = new ImageDecoder(init);
    if (meanwhile) await withinTime(decoder.tracks.ready, milliseconds);
    const decoding = withinTime(decoder.decode(), milliseconds);
    decoding.catch(() => {});
    meanwhile?.();
    const { image } = await decoding;
    const close = (): void => {
      image.close();
      decoder!.close();
    };
    return { frame: image, close };
  } catch (cause) {
    decoder?.close();
    throw asEngineError(cause);
  }
}

function asEngineError(cause: unknown): EngineError {
  return cause instanceof EngineError
    ? cause
    : new EngineError('corrupt-file', `The browser's decoder: ${String(cause)}`, { cause });
}

/**
 * Passes the first picture's frame to `use`, then closes it. Throws `corrupt-file` or `timed-out`.
 */
async function withFrame<T>(
  init: ImageDecoderInit,
  use: (frame: VideoFrame) => Promise<T>,
  milliseconds?: number,
): Promise<T> {
  const { frame, close } = await openFrame(init, { milliseconds });
  try {
    return await withinTime(use(frame));
  } catch (cause) {
    throw asEngineError(cause);
  } finally {
    close();
  }
}

function sizeOf(image: VideoFrame): { width: number; height: number } {
  const { width, height } = image.visibleRect ?? {
    width: image.codedWidth,
    height: image.codedHeight,
  };
  return { width, height };
}

async function samplesOf(image: VideoFrame): Promise<Raster> {
  const { width, height } = sizeOf(image);
  const data = new Uint8ClampedArray(width * height * 4);
  await image.copyTo(data, { format: 'RGBA' });
  return { width, height, data, opaque: false, gray: false, premultiplied: false, color: {} };
}

/**
 * Decodes the first picture with the browser's decoder: straight 8-bit RGBA in sRGB, not turned.
 * Uses `VideoFrame.copyTo`, not a canvas. Throws `corrupt-file` or `timed-out`.
 */
export async function decodeNatively(
  bytes: Uint8Array<ArrayBuffer>,
  mime: string,
  milliseconds?: number,
): Promise<Raster> {
  return withFrame({ data: bytes, type: mime }, samplesOf, milliseconds);
}

/** Frame formats of RGB pixels, without and with alpha. */
const pixelFormats: Record<'opaque' | 'alpha', readonly string[]> = {
  opaque: ['BGRX', 'RGBX'],
  alpha: ['BGRA', 'RGBA'],
};

/**
 * Decodes a picture to its samples as stored, 8 bits each. `null` when the browser gives a frame in
 * any format but the expected kind of RGB. Throws `corrupt-file`, `timed-out`, or what `meanwhile`
 * throws. Reading the pixels throws the same.
 */
export async function openPixelsNatively(
  bytes: Uint8Array<ArrayBuffer>,
  mime: string,
  kind: keyof typeof pixelFormats,
  options?: OpenOptions,
): Promise<DecodedPixels | null> {
  const { frame, close } = await openFrame({ data: bytes, type: mime, ...asStored }, options);
  if (frame.format === null || !pixelFormats[kind].includes(frame.format)) {
    close();
    return null;
  }
  const { width, height } = sizeOf(frame);
  const { x = 0, y = 0 } = frame.visibleRect ?? {};
  const copy: DecodedPixels['copy'] = async (top, rows, target) => {
    const rect = { x, y: y + top, width, height: rows };
    const layout = [{ offset: 0, stride: width * 4 }];
    try {
      // Keeps the frame's channel order: converting it takes ten times as long.
      await withinTime(frame.copyTo(target, { rect, layout }));
    } catch (cause) {
      throw asEngineError(cause);
    }
  };
  const order = frame.format.startsWith('B') ? 'bgr' : 'rgb';
  return { width, height, order, opaque: kind === 'opaque', copy, close };
}

function swapRedAndBlue(data: Uint8ClampedArray<ArrayBuffer>): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    pixels[at] = (pixel & 0xff00_ff00) | ((pixel & 0xff) << 16) | ((pixel >>> 16) & 0xff);
  }
}

/** Reads the whole picture and closes it. */
export async function readWhole(pixels: DecodedPixels): Promise<UntaggedRaster> {
  const { width, height, opaque } = pixels;
  try {
    return { width, height, data: await readPixels(pixels), opaque, premultiplied: false };
  } finally {
    pixels.close();
  }
}

/** Reads the whole picture as RGBA. */
export async function readPixels(pixels: DecodedPixels): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const data = await readRows(pixels, 0, pixels.height);
  if (!pixels.opaque) return data;
  const words = new Uint32Array(data.buffer);
  for (let at = 0; at < words.length; at++) words[at]! |= opaqueAlpha;
  return data;
}

/** Reads `rows` rows from `top` on as RGBA, with any alpha where the pixels are opaque. */
export async function readRows(
  pixels: DecodedPixels,
  top: number,
  rows: number,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const data = new Uint8ClampedArray(pixels.width * rows * 4);
  await pixels.copy(top, rows, new Uint8Array(data.buffer));
  if (pixels.order === 'bgr') swapRedAndBlue(data);
  return data;
}

/** Pixels per band. Every read has a fixed cost of half a millisecond or more. */
const bandPixels = 2 ** 20;

/** Reads the whole picture in bands. Each is valid until the next one is requested. */
export async function* readBands(pixels: DecodedPixels): AsyncGenerator<UntaggedRaster> {
  const { width, height, order, opaque } = pixels;
  const bandRows = Math.max(1, Math.floor(bandPixels / width));
  const memory = new Uint8ClampedArray(width * bandRows * 4);
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    const data = memory.subarray(0, width * rows * 4);
    await pixels.copy(top, rows, new Uint8Array(memory.buffer, 0, data.length));
    if (order === 'bgr') swapRedAndBlue(data);
    yield { width, height: rows, data, opaque, premultiplied: false };
  }
}

/** Channel orders of packed frames. X stands for opaque. */
const packedFormats: readonly string[] = ['RGBA', 'RGBX', 'BGRA', 'BGRX'];

/**
 * A frame's samples in its own format: any conversion would change color and premultiply alpha.
 * `null` for planar frames.
 */
async function packedSamplesOf(frame: VideoFrame): Promise<Raster | null> {
  const { format } = frame;
  if (format === null || !packedFormats.includes(format)) return null;
  const { width, height } = sizeOf(frame);
  const data = new Uint8ClampedArray(width * height * 4);
  await frame.copyTo(data, { layout: [{ offset: 0, stride: width * 4 }] });
  if (format.startsWith('B')) swapRedAndBlue(data);
  const opaque = format.endsWith('X');
  return { width, height, data, opaque, gray: false, premultiplied: false, color: {} };
}

/**
 * Decodes a picture to its samples as stored: 8 bits, straight alpha. Only a trial shows whether
 * the browser really preserves them. `null` when it gives planes. Throws `corrupt-file` or
 * `timed-out`.
 */
export async function decodeStoredNatively(
  bytes: Uint8Array<ArrayBuffer>,
  mime: string,
  milliseconds?: number,
): Promise<Raster | null> {
  return withFrame({ data: bytes, type: mime, ...asStored }, packedSamplesOf, milliseconds);
}

/** A picture's planes, which stay in the browser's memory until copied. */
export interface DecodedPlanes {
  width: number;
  height: number;
  /** Copies `rows` rows from `top`, which must be even, into new memory. */
  copy(top: number, rows: number): Promise<Planes>;
  /** Frees the browser's memory. */
  close(): void;
}

/**
 * Decodes a picture to its planes as coded. `null` when the browser gives anything but Y, Cb and
 * Cr. Throws `corrupt-file`, `timed-out`, or what `meanwhile` throws. Copying throws the same.
 */
export async function openPlanesNatively(
  bytes: Uint8Array<ArrayBuffer>,
  mime: string,
  options?: OpenOptions,
): Promise<DecodedPlanes | null> {
  const { frame, close } = await openFrame({ data: bytes, type: mime, ...asStored }, options);
  if (frame.format !== 'I420') {
    close();
    return null;
  }
  const copy: DecodedPlanes['copy'] = async (top, rows) => {
    try {
      return await withinTime(planesOfFrame(frame, false, { top, rows }));
    } catch (cause) {
      throw asEngineError(cause);
    }
  };
  return { ...sizeOf(frame), copy, close };
}
