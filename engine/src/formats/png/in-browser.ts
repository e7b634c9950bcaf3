import { openOpaqueNatively, type BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import { byTrustedPngDecoder } from './browser-trust.ts';
import { requireIntactSamples, type Chunk } from './chunks.ts';
import { nativePixels } from './first-bytes.ts';
import type { PngHeader } from './header.ts';

/** Whether the browser's decoder is known to give such pictures unaltered, and is worth its start. */
export function isForBrowser({ width, height, bitDepth, hasAlpha, animated }: PngHeader): boolean {
  return bitDepth <= 8 && !hasAlpha && !animated && width * height >= nativePixels;
}

/** The browser's decoder, for what it is known to give unaltered; `null` leaves it to our own. */
export async function openInBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  chunks: Chunk[],
  header: PngHeader,
  begun?: BegunFrame,
): Promise<DecodedPixels | null> {
  if (!isForBrowser(header)) return null;
  const meanwhile = (): void => requireIntactSamples(chunks);
  // What it refuses, our own decoder judges.
  const pixels = await byTrustedPngDecoder(
    () => openOpaqueNatively(bytes, 'image/png', { meanwhile, begun }),
    (distrusted) => distrusted.close(),
  );
  if (!pixels || (pixels.width === header.width && pixels.height === header.height)) return pixels;
  pixels.close();
  return null;
}
