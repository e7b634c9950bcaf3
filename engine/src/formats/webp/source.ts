import { readWebpHeader } from './file-header.ts';
import { decodePlanesNatively } from '../../browser/image-decoder.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { readOrientation } from '../../metadata/exif.ts';
import type { Planes } from '../../planes/planes.ts';
import { placementOf } from '../../transform/orient.ts';
import { loadWasm } from '../../wasm/load.ts';
import { byTrustedWebpDecoder } from './browser-trust.ts';
import { readWebp, readWebpMetadata, type WebpFile } from './container.ts';
import { mayBeDamaged } from './damage.ts';

/** RFC 6386 9.2: luma is meant to be from 16 to 235; coding noise goes a little beyond. */
const darkest = 12;
const brightest = 239;

/** Of a thousand samples. */
const strayLimit = 1;

/** One row in so many is looked at: blocks are 4 x 4 at least, so a stray one shows. */
const rowStep = 4;

/**
 * Colors far outside of what screens show are cut off in RGB, channel by channel. Planes cannot do
 * that, so pictures that have them (no encoder makes such from RGB) go through RGB.
 */
function staysInRange({ planes, strides, width, height }: Planes): boolean {
  const luma = planes[0]!;
  let stray = 0;
  let seen = 0;
  for (let y = 0; y < height; y += rowStep) {
    const end = y * strides[0]! + width;
    for (let at = end - width; at < end; at++) {
      if (luma[at]! < darkest || luma[at]! > brightest) stray++;
    }
    seen += width;
  }
  return stray * 1000 <= seen * strayLimit;
}

/** The planes of a lossy picture are as good as coded JPEG planes, and RGB would only round them. */
async function decodePlanes(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
): Promise<Planes | null> {
  const { width, height, hasAlpha, animated, lossless } = file;
  // The other way tells of damage.
  if (hasAlpha || animated || lossless || mayBeDamaged(file)) return null;
  const planes = await byTrustedWebpDecoder(() => decodePlanesNatively(bytes, 'image/webp'));
  if (planes?.width !== width || planes.height !== height || !staysInRange(planes)) return null;
  // RFC 9649 section 2.5 and RFC 6386 9.2: BT.601 with limited range, whatever a browser calls it.
  return { ...planes, color: { fullRange: false, primaries: 2, transfer: 2, matrix: 6 } };
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
        // The hint of lossless pictures is only a hint.
        mayHaveAlpha: lossless,
        gray: false,
        halfChroma: !lossless,
        orientation,
        turned: orientation !== 1,
        placement: placementOf(orientation, width, height),
        color: icc ? { icc } : {},
        metadata,
        gainMap: null,
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

export const webpInput: InputCodec = { format: 'webp', readHeader: readWebpHeader, open };
