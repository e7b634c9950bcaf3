// Reads the metadata of a JPEG's segments.
import { decodeText } from '../../bytes/decode-text.ts';
import { joinBytes, startsWith } from '../../bytes/join.ts';
import { adobeRgb } from '../../color/adobe-rgb.ts';
import { fitsPicture } from '../../color/profile-header.ts';
import type { MetadataBlocks, TextEntry } from '../../metadata/blocks.ts';
import { type Density, densityOf } from '../../metadata/density.ts';
import { saysAdobeRgb } from '../../metadata/exif-color.ts';
import { readTiff } from '../../metadata/tiff.ts';
import { findXmpExtension } from '../../metadata/xmp.ts';
import type { ColorTags } from '../../planes/raster.ts';
import {
  app0,
  app1,
  app13,
  app2,
  comment,
  exifMark,
  extendedXmpMark,
  iccMark,
  jfifMark,
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
  // A profile that lacks a chunk is useless.
  if (chunks.length === 0 || chunks.length !== chunks[0]![1]) return null;
  return joinBytes(chunks.map((chunk) => chunk.subarray(2)));
}

const guidLength = 32;

/**
 * Joins the extended XMP portions of the GUID that the packet names (XMP specification part 3,
 * 1.1.3.1: GUID, full length, offset, then a portion). `null` when portions are missing or
 * inconsistent.
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
  // A packet that names no extension gets the first one there is.
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

const isExif = ({ marker, payload }: Segment): boolean =>
  marker === app1 && startsWith(payload, exifMark);

const exifBlockOf = ({ payload }: Segment): Uint8Array => payload.subarray(exifMark.length);

/**
 * The first Exif block. ExifTool lets one go on in further segments, though the standard does not (Exif
 * 2.32 section 4.7.2): those directly behind it whose block begins no TIFF structure. Further blocks are
 * ignored, as by libexif.
 */
function joinExif(segments: Segment[]): Uint8Array | null {
  const begins = (segment: Segment) => isExif(segment) && readTiff(exifBlockOf(segment)) !== null;
  const first = segments.findIndex(begins);
  if (first < 0) return null;
  const behind = segments.slice(first + 1);
  const end = behind.findIndex((segment) => !isExif(segment) || begins(segment));
  const block = exifBlockOf(segments[first]!);
  const rest = behind.slice(0, end < 0 ? behind.length : end).map(exifBlockOf);
  return rest.length === 0 ? block : joinBytes([block, ...rest]);
}

/** Photoshop's resources, which go on in further segments wherever one is full. */
function joinPhotoshop(segments: Segment[]): Uint8Array | null {
  const parts = segments
    .filter(({ marker, payload }) => marker === app13 && startsWith(payload, photoshopMark))
    .map(({ payload }) => payload.subarray(photoshopMark.length));
  return parts.length > 0 ? joinBytes(parts) : null;
}

/** The color profile, joined from its segments. */
export function findJpegIcc({ segments, components }: JpegFile): Uint8Array | null {
  const icc = joinIcc(segments);
  return icc && (components === 4 || fitsPicture(icc, components === 1)) ? icc : null;
}

/**
 * A profile for a picture that has none, chosen by what Exif says about its colors, as cameras do.
 */
export function findWordedIcc(file: JpegFile): Uint8Array | undefined {
  // Browsers decode a picture without a profile as sRGB.
  if (file.components !== 3 || !file.huffman || findJpegIcc(file)) return undefined;
  const exif = joinExif(file.segments);
  return saysAdobeRgb(exif) ? adobeRgb().icc : undefined;
}

/** The picture's colors according to its profile, or else its Exif. */
export function findJpegColor(file: JpegFile): ColorTags {
  const icc = findJpegIcc(file) ?? findWordedIcc(file);
  return icc ? { icc } : {};
}

/** JFIF's density: dots per inch or per centimeter, or the pixel aspect ratio. */
function readDensity(segments: Segment[]): Density | undefined {
  const jfif = findPayload(segments, app0, jfifMark);
  if (!jfif || jfif.length < 7) return undefined;
  const [, , unit = 0, ...sides] = jfif;
  const [x, y] = [0, 2].map((at) => ((sides[at] ?? 0) << 8) | (sides[at + 1] ?? 0));
  const scale = unit === 2 ? 2.54 : 1;
  return densityOf(x! * scale, y! * scale, unit > 0);
}

/** Comments in which encoders describe their coding. They are not true of the result. */
const ofCoding = /^(?:CREATOR: gd-jpeg|Lavc|LEAD Technologies|Intel\(R\) JPEG)/;

/** Reads comments, in UTF-8 or Latin-1. */
function readComments(segments: Segment[]): TextEntry[] {
  return segments
    .filter(({ marker }) => marker === comment)
    .map(({ payload }) => ({ keyword: 'Comment', text: decodeText(payload).replace(/\0+$/, '') }))
    .filter(({ text }) => text.trim() !== '' && !ofCoding.test(text));
}

/** Reads Exif, XMP (including its extension), Photoshop resources, comments and JFIF's density. */
export function readJpegMetadata({ segments }: JpegFile): MetadataBlocks {
  const exif = joinExif(segments);
  const xmp = findPayload(segments, app1, xmpMark);
  const extendedXmp = joinExtendedXmp(segments, xmp);
  const photoshop = joinPhotoshop(segments);
  const density = readDensity(segments);
  const texts = readComments(segments);
  return {
    ...(density && { density }),
    ...(texts.length > 0 && { texts }),
    ...(exif && { exif }),
    ...(xmp && { xmp }),
    ...(extendedXmp && { extendedXmp }),
    ...(photoshop && { photoshop }),
  };
}
