import { EngineError } from '../errors.ts';
import type { Raster } from '../raster.ts';

/** A decoder that promises a format and then never answers exists (Windows without its codec extension). */
const patienceMilliseconds = 15_000;

function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new EngineError('timed-out', 'The browser gave no picture')),
      patienceMilliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Asks the browser whether it decodes a MIME type itself. */
export async function canDecodeNatively(mime: string): Promise<boolean> {
  if (typeof ImageDecoder === 'undefined') return false;
  return withinTime(ImageDecoder.isTypeSupported(mime)).catch(() => false);
}

/**
 * Decodes the first picture with the browser's own decoder, through `VideoFrame.copyTo` and so without
 * a canvas: straight 8-bit RGBA in sRGB, as stored. Throws `corrupt-file` or `timed-out`.
 */
export async function decodeNatively(
  bytes: Uint8Array<ArrayBuffer>,
  mime: string,
): Promise<Raster> {
  const decoder = new ImageDecoder({ data: bytes, type: mime });
  try {
    const { image } = await withinTime(decoder.decode());
    try {
      const { width, height } = image.visibleRect ?? {
        width: image.codedWidth,
        height: image.codedHeight,
      };
      const data = new Uint8ClampedArray(width * height * 4);
      await withinTime(image.copyTo(data, { format: 'RGBA' }));
      return { width, height, data, opaque: false, gray: false, premultiplied: false, color: {} };
    } finally {
      image.close();
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('corrupt-file', `The browser's decoder: ${String(cause)}`, { cause });
  } finally {
    decoder.close();
  }
}
