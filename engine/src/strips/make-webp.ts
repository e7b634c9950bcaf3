import { release } from '../bytes/release.ts';
import { toEngineError } from '../errors.ts';
import { addAlpha, joinLossy } from '../formats/webp/encode-lossy.ts';
import { setWebpMetadata } from '../formats/webp/metadata.ts';
import type { WebpFrame } from './tasks/webp-frame.ts';

/** Joins strips of macroblocks to a WebP file, and releases them. Throws as `makeStrip` does. */
export async function makeWebp(
  strips: readonly Uint8Array[],
  frame: WebpFrame,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bare = await joinLossy(strips, frame, frame.quality);
    for (const { buffer } of strips) release(buffer);
    const file = addAlpha(bare, frame.alpha);
    const whole = setWebpMetadata(file, frame.metadata, frame.icc);
    release(file.buffer);
    return whole;
  } catch (error) {
    throw toEngineError(error, 'encode-failed');
  }
}
