import { textAt, u32At } from '../../bytes/file-parts.ts';
import type { Size } from '../../geometry.ts';

/** Boxes of files that are not one plain coded picture: grids, layers, alpha, crops and turns. */
const boxesOfOthers = /grid|iovl|tmap|a1lx|a1op|lsel|auxC|clap|irot|imir/;

/**
 * Flags in the second byte after the name and version of `av1C` (AV1 in ISO base media files,
 * 2.3.3).
 */
const isDeepOrGray = 0x40 | 0x10;

/**
 * The size of an AVIF whose primary picture is one 8-bit color item, judging by the first bytes
 * (`sniffLength`). `null` for others. If the bytes describe several items, the size may be
 * another's.
 */
export function foreseeForBrowser(start: Uint8Array): Size | null {
  const text = textAt(start, 0, start.length);
  const [size, configuration] = [text.indexOf('ispe'), text.indexOf('av1C')];
  if (size < 0 || configuration < 0 || boxesOfOthers.test(text)) return null;
  if (size + 16 > start.length || configuration + 7 > start.length) return null;
  if (start[configuration + 6]! & isDeepOrGray) return null;
  // Follows the box's name, version and flags (ISO/IEC 23008-12, 6.5.3).
  return { width: u32At(start, size + 8), height: u32At(start, size + 12) };
}
