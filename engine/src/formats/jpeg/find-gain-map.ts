import { EngineError } from '../../errors.ts';
import {
  app2,
  findJpegIcc,
  findPayload,
  readJpeg,
  readJpegMetadata,
  type JpegFile,
} from './segments.ts';
import { listTrailingPictures } from './trailing-pictures.ts';
import type { Raster } from '../../planes/raster.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { place, placementOf } from '../../transform/orient.ts';
import { appleTable, isAppleGainMap, readAppleStops } from '../../gain-map/apple.ts';
import type { FoundGainMap } from '../../codec/gain-map.ts';
import { readHdrgm } from '../../gain-map/hdrgm.ts';
import { isoMark, readIsoMetadata } from '../../gain-map/iso.ts';
import {
  coversPicture,
  isUsable,
  plainMetadata,
  type GainMapMetadata,
} from '../../gain-map/metadata.ts';
import type { MpfEntry } from '../../gain-map/mpf.ts';

type Part = Pick<MpfEntry, 'start' | 'size'>;

/** Where the pictures may lie that hang on to a JPEG: where its list says, or right behind it. */
function candidates(bytes: Uint8Array, file: JpegFile): Part[] {
  const behind = { start: file.end, size: bytes.length - file.end };
  return [...listTrailingPictures(bytes, file), behind].filter(
    ({ start }) => bytes[start] === 0xff && bytes[start + 1] === 0xd8,
  );
}

interface Numbers {
  metadata: GainMapMetadata;
  table: Uint8Array<ArrayBuffer> | null;
}

/** What a trailing picture says of itself as a gain map; `null` when it is something else. */
function readNumbers(map: JpegFile, exif: Uint8Array | undefined): Numbers | 'unusable' | null {
  const iso = findPayload(map.segments, app2, isoMark);
  const { xmp } = readJpegMetadata(map);
  try {
    const metadata = (iso && readIsoMetadata(iso)) ?? (xmp && readHdrgm(xmp));
    if (metadata) return isUsable(metadata) ? { metadata, table: null } : 'unusable';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return 'unusable';
  }
  if (iso) return 'unusable';
  if (!xmp || !isAppleGainMap(xmp)) return xmp && mentionsHdrgm(xmp) ? 'unusable' : null;
  const stops = readAppleStops(xmp, exif);
  // Nothing to add is nothing to keep.
  if (stops === 0) return null;
  if (stops === null) return 'unusable';
  const metadata = plainMetadata(stops);
  return isUsable(metadata) ? { metadata, table: appleTable(stops) } : 'unusable';
}

function mentionsHdrgm(xmp: Uint8Array): boolean {
  return new TextDecoder().decode(xmp).includes('hdr-gain-map');
}

function readTrailing(bytes: Uint8Array<ArrayBuffer>, { start, size }: Part) {
  const part = bytes.subarray(start, Math.min(start + size, bytes.length));
  try {
    return { part, map: readJpeg(part) };
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

async function decode(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const { decodeJpeg } = await import('./decode.ts');
  return decodeJpeg(bytes, file);
}

/**
 * Looks for the gain map of a JPEG: a second JPEG in the same file that carries ISO 21496-1 numbers,
 * Adobe's XMP, or Apple's with the headroom in its XMP or in the picture's maker note.
 *
 * @param orientation Exif's, which goes for the map as well.
 */
export function findJpegGainMap(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
  { exif }: MetadataBlocks,
  orientation: number,
): FoundGainMap {
  let broken = false;
  for (const entry of candidates(bytes, file)) {
    const trailing = readTrailing(bytes, entry);
    if (!trailing) continue;
    const { part, map } = trailing;
    const numbers = readNumbers(map, exif);
    if (numbers === null) continue;
    const isDecodable = map.huffman && map.bitDepth === 8 && map.components !== 4;
    if (numbers === 'unusable' || !coversPicture(map, file) || !isDecodable) {
      broken = true;
      continue;
    }
    const { width, height } = map;
    const turn = placementOf(orientation, width, height);
    return {
      ...numbers,
      channels: map.components === 3 && !numbers.table ? 3 : 1,
      width: turn.transpose ? height : width,
      height: turn.transpose ? width : height,
      icc: (!numbers.metadata.inBaseColors && findJpegIcc(map)) || undefined,
      decode: async () => place(await decode(part, map), turn),
      stored: { jpeg: part.subarray(0, map.end), decode: () => decode(part, map) },
    };
  }
  return broken ? 'unusable' : null;
}
