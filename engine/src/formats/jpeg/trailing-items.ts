import { joinBytes } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';
import {
  addDirectory,
  findLengths,
  type MotionPhoto,
  type TrailingItem,
} from '../../gain-map/directory.ts';
import { writeHdrgm } from '../../gain-map/hdrgm.ts';
import { isoMark, isoVersions, writeIsoMetadata } from '../../gain-map/iso.ts';
import type { GainMapMetadata } from '../../gain-map/metadata.ts';
import { entriesAt, mpfMark, writeMpf } from '../../gain-map/mpf.ts';
import type { OpenHead } from '../../gain-map/open-head.ts';
import type { TrailingVideo } from '../../codec/output.ts';
import { mimeTypes } from '../../options.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { behindApp0, frontOf, iccSegments, metadataSegments, segment } from './metadata.ts';
import { app1, app2, xmpMark } from './segments.ts';

/** What follows a JPEG's end-of-image marker. */
export interface Trailing {
  items: readonly TrailingItem[];
  motion: MotionPhoto | null;
}

/** What to list for a picture that is followed by a gain map. The map goes before a video. */
export function trailingWithMap(video: TrailingVideo | null): Trailing {
  const { items, motion } = trailingOf(video);
  return { items: [{ semantic: 'GainMap', mime: mimeTypes.jpeg }, ...items], motion };
}

/** What to list for a picture without a gain map. */
export function trailingOf(video: TrailingVideo | null): Trailing {
  return {
    items: video ? [{ semantic: 'MotionPhoto', mime: video.mime }] : [],
    motion: video && { presentationTime: video.presentationTime },
  };
}

const startOfScan = 0xda;

/**
 * Position of the first scan's marker, or the end of a front without one. Expects what our encoders
 * write.
 */
function findScan(jpeg: Uint8Array): number {
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1] !== startOfScan) {
    at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
  }
  if (at !== jpeg.length && jpeg[at] !== 0xff)
    throw new EngineError('encode-failed', 'a JPEG without a scan');
  return at;
}

/**
 * Adds metadata and the list of trailing items to a bare JPEG, or to its front. Segments are in
 * libultrahdr's order: Exif, XMP, ICC, ISO 21496-1, tables, MPF, scan.
 */
export async function openHead(
  bare: Uint8Array,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
  { items, motion }: Trailing,
): Promise<OpenHead> {
  const first = behindApp0(bare);
  const scan = findScan(bare);
  const hasMap = items.some(({ semantic }) => semantic === 'GainMap');
  const described = await metadataSegments(
    metadata,
    icc,
    (packet) => addDirectory(packet, items, motion) ?? addDirectory(undefined, items, motion)!,
  );
  const front = joinBytes([
    frontOf(bare, metadata),
    ...described,
    ...(hasMap ? [segment(app2, isoMark, isoVersions)] : []),
    bare.subarray(first, scan),
  ]);
  const mpf = hasMap ? segment(app2, '', writeMpf()) : new Uint8Array(0);
  // MPF offsets count from after the marker, the segment's length and the mark.
  const origin = front.length + 4 + mpfMark.length;
  const [primary, second] = entriesAt;
  return {
    bytes: joinBytes([front, mpf, bare.subarray(scan)]),
    lengths: findLengths(front, items.length),
    mpf: hasMap ? { primaryAt: origin + primary, secondAt: origin + second, origin } : null,
  };
}

/** Adds a gain map's own metadata to its bare JPEG, or to the front of it. */
export function describeGainMap(
  bare: Uint8Array,
  metadata: GainMapMetadata,
  icc: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const first = behindApp0(bare);
  return joinBytes([
    bare.subarray(0, first),
    // Adobe's XMP cannot say that the gain applies to other colors than the base's.
    ...(metadata.inBaseColors ? [segment(app1, xmpMark, writeHdrgm(metadata))] : []),
    ...(icc ? iccSegments(icc) : []),
    segment(app2, isoMark, writeIsoMetadata(metadata)),
    bare.subarray(first),
  ]);
}
