// What a JPEG's segments say of its picture.
import { joinBytes, startsWith } from '../../bytes/join.ts';
import { adobeRgb } from '../../color/adobe-rgb.ts';
import { fitsPicture } from '../../color/profile-header.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { saysAdobeRgb } from '../../metadata/exif-color.ts';
import { findXmpExtension } from '../../metadata/xmp.ts';
import type { ColorTags } from '../../planes/raster.ts';
import {
  app1,
  app13,
  app2,
  exifMark,
  extendedXmpMark,
  iccMark,
  type JpegFile,
  photoshopMark,
  type Segment,
  xmpMark,
} from './segments.ts';

function joinIcc(segments: Segment[]): Uint8Array | null {
  const chunks = segments
    .filter(({ marker, payload }) => marker === app2 && startsWith(payload, iccMark))
    .map(({ payload }) => payload.subarray(iccMark.length))
    .filter((chunk) => chunk.length > 2)
    .sort((a, b) => a[0]! - b[0]!);
  // A profile with a chunk missing is no profile.
  if (chunks.length === 0 || chunks.length !== chunks[0]![1]) return null;
  return joinBytes(chunks.map((chunk) => chunk.subarray(2)));
}

const guidLength = 32;

/**
 * The portions that the packet names by their GUID, joined (XMP specification part 3, 1.1.3.1: GUID, full
 * length, offset, then a portion). `null` when they do not make up what they say they do.
 */
function joinExtendedXmp(
  segments: Segment[],
  xmp: Uint8Array | null,
): MetadataBlocks['extendedXmp'] | null {
  const all = segments
    .filter(({ marker, payload }) => marker === app1 && startsWith(payload, extendedXmpMark))
    .map(({ payload }) => payload.subarray(extendedXmpMark.length))
    .filter((portion) => portion.length > guidLength + 8)
    .map((portion) => {
      const view = new DataView(portion.buffer, portion.byteOffset + guidLength);
      return {
        guid: new TextDecoder('latin1').decode(portion.subarray(0, guidLength)),
        size: view.getUint32(0),
        offset: view.getUint32(4),
        data: portion.subarray(guidLength + 8),
      };
    });
  // A packet that names none goes with the first there is.
  const guid = (all[0] && xmp && findXmpExtension(xmp)) ?? all[0]?.guid;
  const portions = all
    .filter((portion) => portion.guid === guid)
    .sort((a, b) => a.offset - b.offset);
  const [first] = portions;
  if (!first) return null;
  let covered = 0;
  for (const { offset, data } of portions) {
    if (offset > covered) return null;
    covered = Math.max(covered, offset + data.length);
  }
  if (covered !== first.size) return null;
  const packet = new Uint8Array(covered);
  for (const { offset, data } of portions) packet.set(data, offset);
  return { guid: first.guid, packet };
}

export function findPayload(segments: Segment[], marker: number, mark: string): Uint8Array | null {
  const found = segments.find(
    (segment) => segment.marker === marker && startsWith(segment.payload, mark),
  );
  return found ? found.payload.subarray(mark.length) : null;
}

/** The color profile, joined from its segments. */
export function findJpegIcc({ segments, components }: JpegFile): Uint8Array | null {
  const icc = joinIcc(segments);
  return icc && (components === 4 || fitsPicture(icc, components === 1)) ? icc : null;
}

/** A profile for what has none, and whose Exif says what its colors are, as cameras do. */
export function findWordedIcc(file: JpegFile): Uint8Array | undefined {
  // What a browser decodes without a profile, it takes for sRGB.
  if (file.components !== 3 || !file.huffman || findJpegIcc(file)) return undefined;
  const exif = findPayload(file.segments, app1, exifMark);
  return exif && saysAdobeRgb(exif) ? adobeRgb().icc : undefined;
}

/** What the picture's colors are by its profile, or by its Exif. */
export function findJpegColor(file: JpegFile): ColorTags {
  const icc = findJpegIcc(file) ?? findWordedIcc(file);
  return icc ? { icc } : {};
}

/** Exif, XMP (extended too) and Photoshop's resources. */
export function readJpegMetadata({ segments }: JpegFile): MetadataBlocks {
  const exif = findPayload(segments, app1, exifMark);
  const xmp = findPayload(segments, app1, xmpMark);
  const extendedXmp = joinExtendedXmp(segments, xmp);
  const photoshop = findPayload(segments, app13, photoshopMark);
  return {
    ...(exif && { exif }),
    ...(xmp && { xmp }),
    ...(extendedXmp && { extendedXmp }),
    ...(photoshop && { photoshop }),
  };
}
