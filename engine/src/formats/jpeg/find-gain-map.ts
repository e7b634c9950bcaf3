import { findMark, startsWith } from '../../bytes/join.ts';
import { orNull } from '../../errors.ts';
import { findJpegIcc, findPayload, readJpegMetadata } from './read-metadata.ts';
import { app2, readJpeg, type JpegFile } from './segments.ts';
import { describePlanes } from './describe-planes.ts';
import { listTrailingPictures } from './trailing-pictures.ts';
import type { Raster } from '../../planes/raster.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { readXmpProperty } from '../../metadata/xmp.ts';
import { place, placementOf } from '../../transform/orient.ts';
import { appleTable, isAppleGainMap, readAppleStops } from '../../gain-map/apple.ts';
import type { FoundGainMap } from '../../codec/gain-map.ts';
import { hdrgmNamespace, readHdrgm } from '../../gain-map/hdrgm.ts';
import { isoMark, isoVersions, readIsoMetadata } from '../../gain-map/iso.ts';
import {
  coversPicture,
  isUsable,
  plainMetadata,
  type GainMapMetadata,
} from '../../gain-map/metadata.ts';
import type { MpfEntry } from '../../gain-map/mpf.ts';

type Part = Pick<MpfEntry, 'start' | 'size'>;

/** More pictures than any camera appends. */
const maxTrailing = 64;

/**
 * Every position after a JPEG where another may begin. Searching is needed because editors leave
 * wrong offsets and lengths in the lists, and some writers add padding.
 */
function* searchBehind(bytes: Uint8Array<ArrayBuffer>, { end }: JpegFile): Generator<Part> {
  let at = end;
  for (let count = 0; count < maxTrailing; count++) {
    const start = findMark(bytes, '\xff\xd8\xff', at);
    if (start < 0) return;
    const part = { start, size: bytes.length - start };
    yield part;
    at = start + (readTrailing(bytes, part)?.map.end ?? 1);
  }
}

/**
 * Where a JPEG's further pictures may begin: where its list says, then right after it. If the file
 * claims to have a gain map, anywhere after it.
 */
function* candidates(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
  isNamed: boolean,
): Generator<Part> {
  yield* listTrailingPictures(bytes, file);
  if (isNamed) yield* searchBehind(bytes, file);
  else yield { start: file.end, size: bytes.length - file.end };
}

/** Whether the picture claims to have a gain map. (A map itself carries more than this claim.) */
function namesGainMap({ segments }: JpegFile, { xmp }: MetadataBlocks): boolean {
  const versions = findPayload(segments, app2, isoMark);
  if (versions !== null && versions.length <= isoVersions.length) return true;
  const says = (name: string) => xmp && readXmpProperty(xmp, hdrgmNamespace, name) !== null;
  return says('Version') === true && !says('GainMapMax');
}

interface Numbers {
  metadata: GainMapMetadata;
  table: Uint8Array<ArrayBuffer> | null;
}

/** Gain map numbers of a trailing picture. `null` when it is not a gain map. */
function readNumbers(map: JpegFile, exif: Uint8Array | undefined): Numbers | 'unusable' | null {
  const iso = findPayload(map.segments, app2, isoMark);
  const { xmp } = readJpegMetadata(map);
  const metadata = (iso && orNull(() => readIsoMetadata(iso))) ?? (xmp && readHdrgm(xmp));
  if (metadata) return isUsable(metadata) ? { metadata, table: null } : 'unusable';
  if (iso) return 'unusable';
  if (!xmp || !isAppleGainMap(xmp)) return xmp && mentionsHdrgm(xmp) ? 'unusable' : null;
  const stops = readAppleStops(xmp, exif);
  // A map without any gain is not worth keeping.
  if (stops === 0) return null;
  if (stops === null) return 'unusable';
  const apple = plainMetadata(stops);
  return isUsable(apple) ? { metadata: apple, table: appleTable(stops) } : 'unusable';
}

function mentionsHdrgm(xmp: Uint8Array): boolean {
  return new TextDecoder().decode(xmp).includes('hdr-gain-map');
}

function readTrailing(bytes: Uint8Array<ArrayBuffer>, { start, size }: Part) {
  const part = bytes.subarray(start, Math.min(start + size, bytes.length));
  if (!startsWith(part, '\xff\xd8')) return null;
  return orNull(() => ({ part, map: readJpeg(part) }));
}

async function decode(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const { decodeJpeg } = await import('./decode.ts');
  return decodeJpeg(bytes, file);
}

/**
 * Finds a JPEG's gain map: a second JPEG in the file that carries ISO 21496-1 numbers, Adobe's XMP,
 * or Apple's format (headroom in its XMP or in the picture's maker note). `unusable` also when the
 * picture claims a map that is not there.
 *
 * @param orientation Exif's; it applies to the map as well.
 */
export function findJpegGainMap(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
  blocks: MetadataBlocks,
  orientation: number,
): FoundGainMap {
  const isNamed = namesGainMap(file, blocks);
  let broken = isNamed;
  for (const entry of candidates(bytes, file, isNamed)) {
    const trailing = readTrailing(bytes, entry);
    if (!trailing) continue;
    const { part, map } = trailing;
    const numbers = readNumbers(map, blocks.exif);
    if (numbers === null) continue;
    const isDecodable = map.huffman && map.bitDepth === 8 && map.components !== 4;
    if (numbers === 'unusable' || !coversPicture(map, file) || !isDecodable) {
      broken = true;
      continue;
    }
    const { width, height } = map;
    const turn = placementOf(orientation, width, height);
    const jpeg = part.subarray(0, map.end);
    const planar = describePlanes(jpeg, orientation);
    return {
      ...numbers,
      channels: map.components === 3 && !numbers.table ? 3 : 1,
      width: turn.transpose ? height : width,
      height: turn.transpose ? width : height,
      icc: (!numbers.metadata.inBaseColors && findJpegIcc(map)) || undefined,
      decode: async () => place(await decode(part, map), turn),
      ...(planar && { picture: planar }),
      stored: { jpeg, decode: () => decode(part, map) },
    };
  }
  return broken ? 'unusable' : null;
}
