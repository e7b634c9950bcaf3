import { textAt } from '../../bytes/file-parts.ts';
import { readU16Little, readU24Little, readU32Little } from '../../bytes/little-endian.ts';
import { sliceOf } from '../../bytes/reader.ts';
import type { Size } from '../../geometry.ts';
import { vp8xFlags } from './vp8x-flags.ts';

/** Offset of the first chunk (RFC 9649 section 2.4), and of its data. */
const chunkAt = 12;
const dataAt = 20;

/**
 * The size of a WebP that the browser will most likely decode, judging by the first bytes
 * (`sniffLength`). `null` for animations.
 */
export function foreseeForBrowser(start: Uint8Array): Size | null {
  if (start.length < dataAt + 10) return null;
  const type = textAt(start, chunkAt);
  if (type === 'VP8 ') {
    // Follows the frame tag and start code. The upper two bits are a scale, which decoders ignore.
    const slice = sliceOf(start, dataAt + 6);
    return { width: readU16Little(slice) & 0x3fff, height: readU16Little(slice) & 0x3fff };
  }
  if (type === 'VP8L') {
    // RFC 9649 section 3.4: after a signature, 14 bits each.
    const sizes = readU32Little(sliceOf(start, dataAt + 1));
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  const flags = start[dataAt]!;
  if (type !== 'VP8X' || flags & vp8xFlags.animation) return null;
  const slice = sliceOf(start, dataAt + 4);
  return { width: readU24Little(slice) + 1, height: readU24Little(slice) + 1 };
}
