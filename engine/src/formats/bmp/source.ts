import { startBytes } from '../../bytes/file-parts.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { placementOf } from '../../transform/orient.ts';
import { decodeBmp, isInRuns, readBmpHeader } from './decode.ts';

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const header = readBmpHeader(bytes);
  const { width, height } = header;
  return {
    format: 'bmp',
    pictures: [
      {
        width,
        height,
        bitDepth: 8,
        hasAlpha: header.masks[3] !== 0,
        mayHaveAlpha: isInRuns(header),
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
    animated: false,
    hasVideo: false,
    lossless: true,
    load: async () => {},
    decode: async () => decodeBmp(bytes, header),
  };
}

export const input: InputCodec = {
  format: 'bmp',
  readHeader: (parts) => parts.read(0, startBytes),
  open,
};
