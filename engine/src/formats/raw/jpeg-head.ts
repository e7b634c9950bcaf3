import type { OnRead } from '../../bytes/looked-at.ts';
import type { Size } from '../../geometry.ts';
import type { Range } from './contents.ts';

/** A JPEG inside a file, read up to its first scan. */
export interface JpegHead extends Range, Size {
  /** Offset of the first scan's coded data. */
  scan: number;
}

/** Baseline, extended and progressive. Others are only used for sensor data. */
const usualFrames = [0xc0, 0xc1, 0xc2];
const otherFrames = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/** A camera's JPEG has about twenty segments. */
const maxSegments = 500;

/**
 * Reads a JPEG up to its first scan (ITU-T T.81 annex B). `null` where there is none, or one that
 * is not a viewable picture: those have 8 bits and three components.
 */
export function readJpegHead(
  bytes: Uint8Array,
  { start, end }: Range,
  onRead: OnRead,
): JpegHead | null {
  if (end > bytes.length) return null;
  onRead(start, Math.min(start + 1024, end));
  if (bytes[start] !== 0xff || bytes[start + 1] !== 0xd8) return null;
  let size: Size | null = null;
  let at = start + 2;
  for (let count = 0; count < maxSegments && at + 4 <= end; count++) {
    onRead(at, Math.min(at + 16, end));
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const next = at + 2 + length;
    if (length < 2 || next > end || otherFrames.includes(marker)) return null;
    if (usualFrames.includes(marker)) {
      const [bits, components] = [bytes[at + 4], bytes[at + 9]];
      const height = (bytes[at + 5]! << 8) | bytes[at + 6]!;
      const width = (bytes[at + 7]! << 8) | bytes[at + 8]!;
      if (bits !== 8 || components !== 3 || width * height === 0) return null;
      size = { width, height };
    }
    if (marker === 0xda) {
      onRead(start, next);
      return size && { start, end, ...size, scan: next };
    }
    at = next;
  }
  return null;
}
