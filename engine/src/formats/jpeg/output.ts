import { writeSegment } from './write-segment.ts';
import type { EncodedGainMap, TrailingVideo } from '../../codec/output.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { joinBytes, startsWith } from '../../bytes/join.ts';
import type { OutputCodec } from '../../codec/output.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { loadWasm } from '../../wasm/load.ts';
import { jpegEnd } from './header.ts';
import { addJpegMetadata, fitBlock, metadataSegments } from './metadata.ts';
import { closeHead } from '../../gain-map/open-head.ts';
import { describeGainMap, openHead, trailingOf, trailingWithMap } from './trailing-items.ts';
import { app2, app14, comment, iccMark, readJpeg, type Segment } from './segments.ts';

/** T.81 B.2.2: 16 bits a side. */
const maxSide = 65_500;

const firstApp = 0xe0;
const lastApp = 0xef;

/**
 * Whether decoding the samples needs this segment: tables, frame, JFIF's density, Adobe's color
 * flag, profile.
 */
function belongsToSamples({ marker, payload }: Segment): boolean {
  if (marker === comment) return false;
  if (marker < firstApp || marker > lastApp) return true;
  return (
    marker === firstApp || marker === app14 || (marker === app2 && startsWith(payload, iccMark))
  );
}

function chromaFor(gray: boolean, halfChroma: boolean): ChromaFormat {
  if (gray) return '4:0:0';
  return halfChroma ? '4:2:0' : '4:4:4';
}

/** A file without its metadata, in two parts: metadata goes between them. */
function bareParts(bytes: Uint8Array): [front: Uint8Array[], rest: Uint8Array[]] {
  const file = readJpeg(bytes);
  const kept = file.segments
    .filter(belongsToSamples)
    .map(({ marker, payload }) => writeSegment(marker, payload));
  const hasApp0 = kept[0]?.[1] === firstApp;
  const scan = bytes.subarray(file.scan, file.end);
  return [
    [bytes.subarray(0, 2), ...(hasApp0 ? kept.slice(0, 1) : [])],
    [...kept.slice(hasApp0 ? 1 : 0), scan],
  ];
}

/** Bytes for an XMP packet with a directory, an MPF segment and ISO's version segment. */
const pictureWords = 900;

function measureWords({ metadata, icc }: Omit<EncodedGainMap, 'bytes'>): number {
  const [start, end] = [Uint8Array.of(0xff, 0xd8), jpegEnd];
  return pictureWords + describeGainMap(joinBytes([start, end]), metadata, icc).length;
}

/** Joins a picture (bare or with a profile), its metadata, and its gain map if there is one. */
async function joinBehind(
  bare: Uint8Array,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
  map: EncodedGainMap | null,
  video: TrailingVideo | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const second = map ? describeMap(map) : new Uint8Array(0);
  const trailing = map ? trailingWithMap(video) : trailingOf(video);
  const head = await openHead(bare, metadata, icc, trailing);
  const lengths = [...(map ? [second.length] : []), ...(video ? [video.size] : [])];
  closeHead(head, head.bytes.length, lengths);
  return joinBytes([head.bytes, second]);
}

function describeMap(map: EncodedGainMap): Uint8Array<ArrayBuffer> {
  // A map stored in a file may carry a camera's metadata, or a location.
  const bareMap = joinBytes(bareParts(map.bytes).flat());
  return describeGainMap(bareMap, map.metadata, map.icc);
}

/** Loads the encoder of whole pictures, which strips do not need. */
const loadEncoding = () => import('./encode-raster.ts');

export const jpegOutput: OutputCodec = {
  format: 'jpeg',
  maxSide,
  // Planes and coded segments. Small files also need cut-up parts of the planes, and some copies.
  encodingBytes: ({ small }) => (small ? 12 : 8),
  hasAlpha: false,
  deep: false,
  gray: true,
  strips: () => 'mcu-rows',
  load: async () => void (await Promise.all([loadWasm('jpeg-encoder'), loadEncoding()])),
  async encode(raster, { quality, halfChroma }) {
    const { encodeRaster } = await loadEncoding();
    return encodeRaster(raster, quality, chromaFor(raster.gray, halfChroma));
  },
  async encodePixels(pixels, gray, { quality, halfChroma }) {
    const { encodePixels } = await loadEncoding();
    return encodePixels(pixels, quality, chromaFor(gray, halfChroma));
  },
  async encodePlanes(planes, { quality }) {
    const { encodePlanes } = await loadEncoding();
    return encodePlanes(planes, quality);
  },
  attach: addJpegMetadata,
  keepsExif: async (exif) => (await fitBlock(exif))?.isWhole === true,
  gainMaps: {
    measureWords,
    async encode(map, room, more) {
      const { encodeGainMapJpeg } = await import('./encode-gain-map.ts');
      return encodeGainMapJpeg(map, room, more);
    },
    describe: describeMap,
    attach: joinBehind,
  },
  attachBehind: joinBehind,
  async replaceMetadata(bytes, metadata, gainMap) {
    const { findWordedIcc } = await import('./read-metadata.ts');
    const icc = findWordedIcc(readJpeg(bytes));
    const [front, rest] = bareParts(bytes);
    if (gainMap) return joinBehind(joinBytes([...front, ...rest]), metadata, icc, gainMap);
    // Drops the trailer (gain map, video) and every reference to it.
    return joinBytes([...front, ...(await metadataSegments(metadata, icc)), ...rest]);
  },
};
