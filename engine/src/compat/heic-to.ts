/** `heic-to` 1.5 by its documentation: `heicTo` and `isHeic`. */
import { convert } from '#convert';
import { sniff, sniffLength } from '../index.ts';
import type { OutputFormat } from '../options.ts';
import { likeCanvas, qualityOfCanvas } from './quality.ts';

/** Whether a file is HEIC, by its first bytes. */
export async function isHeic(file: Blob): Promise<boolean> {
  return sniff(new Uint8Array(await file.slice(0, sniffLength).arrayBuffer())) === 'heic';
}

export interface HeicToBlobOptions {
  blob: Blob;
  /** `image/jpeg`, `image/webp` or `image/png`; another type gives PNG, as a canvas does. */
  type: `image/${string}`;
  /** 0 to 1, 0.92 for anything else; for JPEG and WebP. */
  quality?: number;
}

export interface HeicToBitmapOptions {
  blob: Blob;
  type: 'bitmap';
  /** As for `createImageBitmap`. */
  options?: ImageBitmapOptions;
}

const formats: Record<string, OutputFormat> = { 'image/jpeg': 'jpeg', 'image/webp': 'webp' };

/** A canvas takes any value for a type. */
const formatOf = (type: unknown): OutputFormat => formats[String(type).toLowerCase()] ?? 'png';

/** Converts a HEIC file to a Blob, or to an ImageBitmap where browsers have those. Rejects with an EngineError. */
export function heicTo(options: HeicToBitmapOptions): Promise<ImageBitmap>;
export function heicTo(options: HeicToBlobOptions): Promise<Blob>;
export async function heicTo(
  options: HeicToBlobOptions | HeicToBitmapOptions,
): Promise<Blob | ImageBitmap> {
  const { blob } = options;
  if (options.type === 'bitmap') {
    const { blob: png } = await convert(blob, { ...likeCanvas, format: 'png' });
    return createImageBitmap(png, options.options);
  }
  const { type, quality } = options;
  const format = formatOf(type);
  const result = await convert(blob, { ...likeCanvas, format, quality: qualityOfCanvas(quality) });
  return result.blob;
}
