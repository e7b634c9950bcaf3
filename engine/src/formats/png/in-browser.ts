import { openPixelsNatively, type BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import { byTrustedPixelDecoder, refusesDamage } from './browser-trust.ts';
import { requireIntactSamples, type Chunk } from './chunks.ts';
import { nativePixels } from './first-bytes.ts';
import type { PngHeader } from './header.ts';

/** Whether the browser's decoder is known to give such pictures unaltered, and is worth its start. */
export function isForBrowser({ width, height, bitDepth, animated }: PngHeader): boolean {
  return bitDepth <= 8 && !animated && width * height >= nativePixels;
}

/** The browser's decoder, for what it is known to give unaltered; `null` leaves it to our own. */
export async function openInBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  chunks: Chunk[],
  header: PngHeader,
  begun?: BegunFrame,
): Promise<DecodedPixels | null> {
  if (!isForBrowser(header)) return null;
  // What it refuses, our own decoder judges.
  const kind = header.hasAlpha ? 'alpha' : 'opaque';
  const pixels = await byTrustedPixelDecoder[kind](
    () => openChecked(bytes, chunks, kind, begun),
    (distrusted) => distrusted.close(),
  );
  if (!pixels || (pixels.width === header.width && pixels.height === header.height)) return pixels;
  pixels.close();
  return null;
}

/** Throws `corrupt-file` where a checksum of the samples is wrong, whoever notices it. */
async function openChecked(
  bytes: Uint8Array<ArrayBuffer>,
  chunks: Chunk[],
  kind: 'opaque' | 'alpha',
  begun: BegunFrame | undefined,
): Promise<DecodedPixels | null> {
  const [pixels, isChecked] = await Promise.all([
    openPixelsNatively(bytes, 'image/png', kind, { begun }),
    refusesDamage(),
  ]);
  try {
    if (!isChecked) requireIntactSamples(chunks);
    return pixels;
  } catch (error) {
    pixels?.close();
    throw error;
  }
}
