import { writeSegment } from './write-segment.ts';
import { bytesOfU16, bytesOfU32 } from '../../bytes/big-endian.ts';
import { joinBytes } from '../../bytes/join.ts';
import { exifRoom, type MetadataBlocks } from '../../metadata/blocks.ts';
import type { Density } from '../../metadata/density.ts';
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
  photoshopMark,
  xmpMark,
} from './segments.ts';

/** The 16-bit length field of a segment counts itself. */
const maxPayload = 65_533;

/** A whole marker segment whose payload starts with `mark`. */
export function segment(marker: number, mark: string, ...parts: Uint8Array[]): Uint8Array {
  return writeSegment(marker, new TextEncoder().encode(mark), ...parts);
}

function fits(mark: string, block: Uint8Array | undefined): block is Uint8Array {
  return block !== undefined && mark.length + block.length <= maxPayload;
}

/** Segments with the profile in numbered chunks, 255 at most (ICC.1:2022 annex B.4). */
export function iccSegments(profile: Uint8Array): Uint8Array[] {
  const room = maxPayload - iccMark.length - 2;
  const count = Math.ceil(profile.length / room);
  if (count > 255) return [];
  return Array.from({ length: count }, (_, index) =>
    segment(
      app2,
      iccMark,
      new Uint8Array([index + 1, count]),
      profile.subarray(index * room, (index + 1) * room),
    ),
  );
}

/** Extended XMP (XMP specification part 3, 1.1.3.1). */
function extendedXmpSegments({
  guid,
  packet,
}: NonNullable<MetadataBlocks['extendedXmp']>): Uint8Array[] {
  const room = 65_400;
  return Array.from({ length: Math.ceil(packet.length / room) }, (_, index) => {
    const offset = index * room;
    const portion = packet.subarray(offset, offset + room);
    const place = bytesOfU32(packet.length, offset);
    return segment(app1, extendedXmpMark + guid, place, portion);
  });
}

/**
 * Segments for an XMP packet that exceeds one segment: a small main packet that names the
 * extension, then the whole packet in extended segments.
 */
async function splitXmp(xmp: Uint8Array, complete: CompleteXmp): Promise<Uint8Array[]> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(xmp)));
  const guid = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  const main = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${guid}"/></rdf:RDF></x:xmpmeta>`;
  return [
    segment(app1, xmpMark, complete(new TextEncoder().encode(main))!),
    ...extendedXmpSegments({ guid, packet: xmp }),
  ];
}

/** Completes the packet for the first segment, or creates one. */
type CompleteXmp = (packet: Uint8Array | undefined) => Uint8Array | undefined;

/** Shrinks an Exif block that exceeds its segment; see `fitExif` for what is left out. */
export async function fitBlock(exif: Uint8Array) {
  const { fitExif } = await import('../../metadata/fit-exif.ts');
  return fitExif(exif, exifRoom);
}

/** JFIF 1.01 segment with dots per inch or the pixel aspect ratio. */
function jfifSegment({ x, y, isPerInch }: Density): Uint8Array {
  const about = Uint8Array.of(1, 1, isPerInch ? 1 : 0);
  const noThumbnail = new Uint8Array(2);
  return segment(app0, jfifMark, about, bytesOfU16(Math.round(x), Math.round(y)), noThumbnail);
}

function commentSegments(text: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / maxPayload) }, (_, index) =>
    segment(comment, '', bytes.subarray(index * maxPayload, (index + 1) * maxPayload)),
  );
}

/** Segments with Photoshop's resources, which readers join. */
function photoshopSegments(block: Uint8Array): Uint8Array[] {
  const room = maxPayload - photoshopMark.length;
  return Array.from({ length: Math.ceil(block.length / room) }, (_, index) =>
    segment(app13, photoshopMark, block.subarray(index * room, (index + 1) * room)),
  );
}

/** The segments for these blocks, in the order that readers expect. */
export async function metadataSegments(
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
  complete: CompleteXmp = (packet) => packet,
): Promise<Uint8Array[]> {
  const { density } = metadata;
  const segments: Uint8Array[] = density ? [jfifSegment(density)] : [];
  let { exif } = metadata;
  // Exif, unlike XMP and ICC, cannot continue in a second segment.
  if (exif && exif.length > exifRoom) exif = (await fitBlock(exif))?.block;
  if (exif) segments.push(segment(app1, exifMark, exif));
  const xmp = complete(metadata.xmp);
  if (fits(xmpMark, xmp)) {
    segments.push(segment(app1, xmpMark, xmp));
    if (metadata.extendedXmp) segments.push(...extendedXmpSegments(metadata.extendedXmp));
  } else if (metadata.xmp) {
    segments.push(...(await splitXmp(metadata.xmp, complete)));
  }
  if (metadata.photoshop) segments.push(...photoshopSegments(metadata.photoshop));
  if (icc) segments.push(...iccSegments(icc));
  if (metadata.texts) {
    const { asComment } = await import('../../metadata/texts.ts');
    segments.push(...metadata.texts.flatMap((entry) => commentSegments(asComment(entry))));
  }
  return segments;
}

/** Position after SOI and the APP0 that may follow it. */
export function behindApp0(jpeg: Uint8Array): number {
  const hasApp0 = jpeg[2] === 0xff && jpeg[3] === app0;
  return hasApp0 ? 4 + (((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0)) : 2;
}

/**
 * The part of a bare JPEG that precedes its metadata. Includes its APP0, unless the metadata brings
 * a density and so an APP0 of its own.
 */
export const frontOf = (jpeg: Uint8Array, { density }: MetadataBlocks): Uint8Array =>
  jpeg.subarray(0, density ? 2 : behindApp0(jpeg));

/** Puts metadata into a bare JPEG. */
export async function addJpegMetadata(
  jpeg: Uint8Array,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  return joinBytes([
    frontOf(jpeg, metadata),
    ...(await metadataSegments(metadata, icc)),
    jpeg.subarray(behindApp0(jpeg)),
  ]);
}
