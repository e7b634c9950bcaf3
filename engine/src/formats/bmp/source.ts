import { pictureHeader } from '../../codec/picture-header.ts';
import { readLookedAt } from '../../bytes/looked-at.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import type { Raster } from '../../planes/raster.ts';
import { decodeBmp } from './decode.ts';
import { type BmpHeader, readBmpHeader } from './header.ts';
import { readBmpProfile } from './profile.ts';
import { isInRuns } from './runs.ts';

type Decode = (bytes: Uint8Array, header: BmpHeader) => Raster;

async function openFor(bytes: Uint8Array<ArrayBuffer>, decode: Decode): Promise<Source> {
  const header = readBmpHeader(bytes);
  const { density } = header;
  const icc = readBmpProfile(bytes);
  const color = icc ? { icc } : {};
  return {
    format: 'bmp',
    pictures: [
      pictureHeader(header, {
        hasAlpha: header.masks[3] !== 0,
        mayHaveAlpha: isInRuns(header),
        color,
        metadata: density ? { density } : {},
      }),
    ],
    animated: false,
    hasVideo: false,
    lossless: true,
    load: async () => {},
    decode: async () => ({ ...decode(bytes, header), color }),
  };
}

export const input: InputCodec = {
  format: 'bmp',
  readHeader: (parts) => readLookedAt(parts, (bytes, onRead) => void readBmpProfile(bytes, onRead)),
  open: (bytes) => openFor(bytes, decodeBmp),
  openDamaged: async (bytes) => {
    const { decodeDamagedBmp } = await import('./salvage.ts');
    return openFor(bytes, decodeDamagedBmp);
  },
};
