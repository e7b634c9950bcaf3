import { textAt, u32At } from '../../bytes/file-parts.ts';
import type { Size } from '../../geometry.ts';

/** For fewer pixels, our own decoder finishes before the browser's has started. */
export const nativePixels = 500_000;

/** Offsets of fields in IHDR, which follows the signature (section 11.2.1). */
const at = { width: 16, height: 20, bitDepth: 24 };

/**
 * The size of a PNG that the browser will most likely decode, judging by the first bytes
 * (`sniffLength`). `null` for others.
 */
export function foreseeForBrowser(start: Uint8Array): Size | null {
  if (start.length <= at.bitDepth) return null;
  const size = { width: u32At(start, at.width), height: u32At(start, at.height) };
  const isPlain = start[at.bitDepth]! <= 8 && !textAt(start, 0, start.length).includes('acTL');
  return isPlain && size.width * size.height >= nativePixels ? size : null;
}
