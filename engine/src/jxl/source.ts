import type { InputCodec, Source } from '../codec.ts';
import { EngineError } from '../errors.ts';
import { canDecodeNatively, decodeNatively } from '../native/image-decoder.ts';
import { placementOf } from '../transform/orient.ts';

const mime = 'image/jxl';

/**
 * JPEG XL is decoded where the browser can; the picture is decoded to learn its size, because its
 * header is a bit stream of its own. Throws `unsupported-feature` (`jpeg-xl`) elsewhere.
 */
async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  if (!(await canDecodeNatively(mime))) {
    throw new EngineError('unsupported-feature', 'This browser has no JPEG XL decoder', {
      feature: 'jpeg-xl',
    });
  }
  const raster = await decodeNatively(bytes, mime);
  const { width, height } = raster;
  return {
    format: 'jxl',
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
        hasGainMap: false,
      },
    ],
    animated: false,
    hasVideo: false,
    lossless: false,
    load: async () => {},
    decode: async () => raster,
  };
}

export const jxlInput: InputCodec = { format: 'jxl', open };
