import { startBytes } from '../../bytes/file-parts.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { placementOf } from '../../transform/orient.ts';
import { isAnimatedGif, readGifHeader } from './header.ts';

async function openFor(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: 'all' | 'readable',
): Promise<Source> {
  const { width, height } = readGifHeader(bytes);
  return {
    format: 'gif',
    pictures: [
      {
        width,
        height,
        bitDepth: 8,
        hasAlpha: true,
        gray: false,
        halfChroma: false,
        orientation: 1,
        turned: false,
        placement: placementOf(1, width, height),
        color: {},
        metadata: {},
        gainMap: null,
      },
    ],
    animated: isAnimatedGif(bytes),
    hasVideo: false,
    lossless: true,
    load: async () => {},
    async decode() {
      const { decodeGif } = await import('./decode.ts');
      return decodeGif(bytes, wanted);
    },
  };
}

export const input: InputCodec = {
  format: 'gif',
  readHeader: (parts) => parts.read(0, startBytes),
  open: (bytes) => openFor(bytes, 'all'),
  openDamaged: (bytes) => openFor(bytes, 'readable'),
};
