import type { InputCodec, Source } from '../codec.ts';
import { readOrientation } from '../metadata/exif.ts';
import { placementOf } from '../transform/orient.ts';
import { readChunks } from './chunks.ts';
import { colorTypes, readPngColor, readPngHeader } from './header.ts';
import { readPngMetadata } from './text-metadata.ts';

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const chunks = readChunks(bytes);
  const { width, height, bitDepth, colorType, hasAlpha, animated } = readPngHeader(chunks);
  const metadata = await readPngMetadata(chunks);
  const orientation = metadata.exif ? readOrientation(metadata.exif) : 1;
  return {
    format: 'png',
    pictures: [
      {
        width,
        height,
        bitDepth: Math.max(bitDepth, 8),
        hasAlpha,
        gray: colorType === colorTypes.gray || colorType === colorTypes.grayAlpha,
        halfChroma: false,
        orientation,
        turned: orientation !== 1,
        placement: placementOf(orientation, width, height),
        color: await readPngColor(chunks),
        metadata,
        hasGainMap: false,
      },
    ],
    animated,
    hasVideo: false,
    lossless: true,
    load: async () => {},
    async decode() {
      const { decodePng } = await import('./decode.ts');
      return decodePng(chunks);
    },
  };
}

export const pngInput: InputCodec = { format: 'png', open };
