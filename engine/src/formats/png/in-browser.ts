import { openPixelsNatively, type BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import { byTrustedPixelDecoder, refusesDamage } from './browser-trust.ts';
import { requireIntactSamples, type Chunk } from './chunks.ts';
import { nativePixels } from './first-bytes.ts';
import type { PngHeader } from './header.ts';

/** Whether the browser's decoder can return such pictures unaltered, and pays off for the size. */
export function isForBrowser({ width, height, bitDepth, animated }: PngHeader): boolean {
  return bitDepth <= 8 && !animated && width * height >= nativePixels;
}

/**
 * Opens a picture with the browser's decoder, if that returns it unaltered. `null` leaves it to our
 * own.
 */
export async function openInBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  chunks: Chunk[],
  header: PngHeader,
  begun?: BegunFrame,
): Promise<DecodedPixels | null> {
  if (!isForBrowser(header)) return null;
  // Our own decoder judges what the browser refuses.
  const kind = header.hasAlpha ? 'alpha' : 'opaque';
  const pixels = await byTrustedPixelDecoder[kind](
    () => openChecked(bytes, chunks, kind, begun),
    (distrusted) => distrusted.close(),
  );
  if (!pixels || (pixels.width === header.width && pixels.height === header.height)) return pixels;
  pixels.close();
  return null;
}

/**
 * Throws `corrupt-file` for a wrong checksum of the samples, whether the browser or we detect it.
 */
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
