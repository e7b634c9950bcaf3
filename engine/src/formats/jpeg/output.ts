import { joinBytes, startsWith } from '../../bytes/join.ts';
import type { OutputCodec } from '../../codec/output.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { loadWasm } from '../../wasm/load.ts';
import { encodePixels, encodePlanes, encodeRaster } from './encode-raster.ts';
import { addJpegMetadata, metadataSegments } from './metadata.ts';
import { app2, app14, iccMark, readJpeg, type Segment } from './segments.ts';

/** T.81 B.2.2: 16 bits a side. */
const maxSide = 65_500;

const firstApp = 0xe0;
const lastApp = 0xef;
const comment = 0xfe;

/** What the samples need: tables and frame, JFIF's density, Adobe's color flag, the profile. */
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

export const jpegOutput: OutputCodec = {
  format: 'jpeg',
  maxSide,
  // Planes and the coded segments.
  encodingBytes: 8,
  // mozjpeg's copy of the pixels, its planes, and coefficients twice for its search: measured at 120 MP.
  smallEncodingBytes: 16,
  hasAlpha: false,
  deep: false,
  gray: true,
  load: async ({ small }) => void (await loadWasm(small ? 'mozjpeg-encoder' : 'jpeg-encoder')),
  async encode(raster, { quality, halfChroma, small }) {
    if (small) {
      const { encodeMozjpeg } = await import('./mozjpeg.ts');
      return encodeMozjpeg(raster, quality, halfChroma);
    }
    return encodeRaster(raster, quality, chromaFor(raster.gray, halfChroma));
  },
  encodePixels: (pixels, gray, { quality, halfChroma }) =>
    encodePixels(pixels, quality, chromaFor(gray, halfChroma)),
  encodePlanes: (planes, { quality }) => encodePlanes(planes, quality),
  attach: addJpegMetadata,
  async replaceMetadata(bytes, metadata) {
    const file = readJpeg(bytes);
    const kept = file.segments.filter(belongsToSamples).map(({ marker, payload }) => {
      const size = payload.length + 2;
      return joinBytes([new Uint8Array([0xff, marker, size >> 8, size & 0xff]), payload]);
    });
    const [first, ...rest] = kept;
    const isApp0 = first?.[1] === firstApp;
    // A trailer's gain map or video is left behind together with what points to it.
    return joinBytes([
      bytes.subarray(0, 2),
      ...(isApp0 ? [first] : []),
      ...(await metadataSegments(metadata, undefined)),
      ...(isApp0 || !first ? [] : [first]),
      ...rest,
      bytes.subarray(file.scan, file.end),
    ]);
  },
};
