import { pictureHeader } from '../../codec/picture-header.ts';
import { startBytes } from '../../bytes/file-parts.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { isAnimatedGif, readGifHeader } from './header.ts';
import { readGifMetadata } from './metadata.ts';

async function openFor(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: 'all' | 'readable',
): Promise<Source> {
  const { width, height } = readGifHeader(bytes);
  return {
    format: 'gif',
    pictures: [
      pictureHeader({ width, height }, { hasAlpha: true, metadata: readGifMetadata(bytes) }),
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
