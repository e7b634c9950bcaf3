import { textAt, u32At } from '../../bytes/file-parts.ts';
import type { Size } from '../../geometry.ts';

/** Of what is not one coded picture as it is shown: grids, layers, transparency, crops and turns. */
const boxesOfOthers = /grid|iovl|tmap|a1lx|a1op|lsel|auxC|clap|irot|imir/;

/** In the second byte behind `av1C`'s name and version (AV1 in ISO base media files, 2.3.3). */
const isDeepOrGray = 0x40 | 0x10;

/**
 * The size of an AVIF whose primary picture is one item of 8 bits with color, as far as the first bytes
 * (`sniffLength`) tell; `null` for others. Where several items are described there, it may be another's.
 */
export function foreseeForBrowser(start: Uint8Array): Size | null {
  const text = textAt(start, 0, start.length);
  const [size, configuration] = [text.indexOf('ispe'), text.indexOf('av1C')];
  if (size < 0 || configuration < 0 || boxesOfOthers.test(text)) return null;
  if (size + 16 > start.length || configuration + 7 > start.length) return null;
  if (start[configuration + 6]! & isDeepOrGray) return null;
  // Behind the box's name, version and flags (ISO/IEC 23008-12, 6.5.3).
  return { width: u32At(start, size + 8), height: u32At(start, size + 12) };
}
