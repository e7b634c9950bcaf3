import type { InputCodec, Source } from '../codec.ts';
import { readOrientation } from '../metadata/exif.ts';
import { decodePlanesNatively } from '../native/image-decoder.ts';
import { trustsWebpDecoder } from '../native/trust.ts';
import type { Planes } from '../planes.ts';
import { placementOf } from '../transform/orient.ts';
import { loadWasm } from '../wasm.ts';
import { readWebp, readWebpMetadata, type WebpFile } from './container.ts';

/** The planes of a lossy picture are as good as coded JPEG planes, and RGB would only round them. */
async function decodePlanes(
  bytes: Uint8Array<ArrayBuffer>,
  { width, height, hasAlpha, animated, lossless }: WebpFile,
): Promise<Planes | null> {
  if (hasAlpha || animated || lossless || !(await trustsWebpDecoder())) return null;
  const planes = await decodePlanesNatively(bytes, 'image/webp').catch(() => null);
  if (planes?.width !== width || planes.height !== height) return null;
  // RFC 9649 section 2.5 and RFC 6386 9.2: BT.601 with limited range, whatever a browser calls it.
  return { ...planes, colour: { fullRange: false, primaries: 2, transfer: 2, matrix: 6 } };
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const file = readWebp(bytes);
  const { icc, ...metadata } = readWebpMetadata(file);
  const orientation = metadata.exif ? readOrientation(metadata.exif) : 1;
  const { width, height, hasAlpha, animated, lossless } = file;
  return {
    format: 'webp',
    pictures: [
      {
        width,
        height,
        bitDepth: 8,
        hasAlpha,
        gray: false,
        halfChroma: !lossless,
        orientation,
        turned: orientation !== 1,
        placement: placementOf(orientation, width, height),
        color: icc ? { icc } : {},
        metadata,
        hasGainMap: false,
      },
    ],
    animated,
    hasVideo: false,
    lossless,
    // Whether the browser's decoder does shows when it has tried.
    load: async () => {},
    decodePlanes: () => decodePlanes(bytes, file),
    async decode(_, onLoad) {
      onLoad?.('begins');
      const [{ decodeWebp }] = await Promise.all([import('./decode.ts'), loadWasm('webp-decoder')]);
      onLoad?.('done');
      return decodeWebp(bytes, file);
    },
  };
}

export const webpInput: InputCodec = { format: 'webp', open };
