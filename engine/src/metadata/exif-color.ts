// Reads what Exif says about color.
import { exifIfdOf, tags } from './exif.ts';
import { type Entry, findEntry, numberIn, readText, readTiff, type Tiff } from './tiff.ts';

/** Exif 2.32, 4.6.5: 1 is sRGB, 65,535 anything else. Some cameras write 2 for Adobe RGB. */
export const colorSpace = { tag: 0xa001, srgb: 1, adobe: 2, uncalibrated: 65_535 };

/** DCF 2.0, 6: `R98` stands for sRGB, `R03` for Adobe RGB, and `THM` for thumbnails. */
export const interoperability = { tag: 1, srgb: 'R98', adobe: 'R03' };

/** The entry with the interoperability index, found through the directory `ifd`. */
export function findInteroperability(tiff: Tiff, ifd: number): Entry | undefined {
  const place = numberIn(tiff, ifd, tags.interoperabilityIfd);
  return place === null ? undefined : findEntry(tiff, place, interoperability.tag);
}

/** Whether an Exif block, if any, declares Adobe RGB, as cameras do instead of adding a profile. */
export function saysAdobeRgb(block: Uint8Array | null | undefined): boolean {
  const tiff = block && readTiff(block);
  if (!tiff) return false;
  const ifd = exifIfdOf(tiff);
  const stated = numberIn(tiff, ifd, colorSpace.tag);
  if (stated !== colorSpace.uncalibrated) return stated === colorSpace.adobe;
  return readText(tiff, findInteroperability(tiff, ifd)) === interoperability.adobe;
}
