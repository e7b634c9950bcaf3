import type { InputCodec, Source } from '../codec.ts';
import { readOrientation } from '../metadata/exif.ts';
import { placementOf } from '../transform/orient.ts';
import { loadWasm } from '../wasm.ts';
import { readWebp, readWebpMetadata } from './container.ts';

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
    load: async () => void (await loadWasm('webp-decoder')),
    async decode() {
      const { decodeWebp } = await import('./decode.ts');
      return decodeWebp(bytes, file);
    },
  };
}

export const webpInput: InputCodec = { format: 'webp', open };
