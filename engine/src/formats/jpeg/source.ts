import { findJpegVideo, hasMovieBehind } from '../../motion/embedded-video.ts';
import { readJpegHeader } from './file-header.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';
import { readOrientation } from '../../metadata/exif.ts';
import { mentionsVideo } from '../../metadata/xmp.ts';
import type { Raster } from '../../planes/raster.ts';
import { placementOf } from '../../transform/orient.ts';
import { loadWasm } from '../../wasm/load.ts';
import { describePlanes } from './describe-planes.ts';
import { findJpegGainMap } from './find-gain-map.ts';
import { jpegOutput } from './output.ts';
import {
  findJpegIcc,
  readJpeg,
  readJpegMetadata,
  requireRestartOrder,
  type JpegFile,
} from './segments.ts';

/**
 * Four inks and rare codings are left to the browser, which knows their profiles and gives sRGB.
 * It gets the picture without Exif, so that it cannot turn it.
 */
async function decodeByBrowser(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const { width, height } = file;
  requireRestartOrder(bytes, file);
  const { canDecodeNatively, decodeNatively } = await import('../../browser/image-decoder.ts');
  if (!(await canDecodeNatively('image/jpeg'))) {
    throw new EngineError('unsupported-feature', 'JPEG with four inks or of a rare coding', {
      feature: 'jpeg-cmyk',
    });
  }
  const bare = await jpegOutput.replaceMetadata(bytes, {}, null);
  const raster = await decodeNatively(bare, 'image/jpeg');
  if (raster.width !== width || raster.height !== height) {
    throw new EngineError('corrupt-file', 'The browser gave a picture of another size');
  }
  return { ...raster, opaque: true };
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const file = readJpeg(bytes);
  const metadata = readJpegMetadata(file);
  const icc = findJpegIcc(file);
  const orientation = metadata.exif ? readOrientation(metadata.exif) : 1;
  const { width, height } = file;
  const video = findJpegVideo(bytes, file.end, metadata.xmp);
  const planar = describePlanes(bytes.subarray(0, file.end), orientation);
  const isLeftToBrowser = file.components === 4 || !file.huffman;
  return {
    format: 'jpeg',
    pictures: [
      {
        width,
        height,
        bitDepth: file.bitDepth,
        hasAlpha: false,
        gray: file.components === 1,
        halfChroma: file.halfChroma,
        orientation,
        turned: orientation !== 1,
        placement: placementOf(orientation, width, height),
        color: icc ? { icc } : {},
        metadata,
        gainMap: findJpegGainMap(bytes, file, metadata, orientation),
        ...(icc && isLeftToBrowser && { decodesTo: { bitDepth: 8, srgb: true } }),
      },
    ],
    animated: false,
    hasVideo:
      hasMovieBehind(bytes, file.end) ||
      (metadata.xmp !== undefined && mentionsVideo(metadata.xmp)),
    video,
    lossless: false,
    ...(planar && { findPicture: () => planar }),
    load: async () => void (await loadWasm('mozjpeg-decoder')),
    async decode() {
      if (isLeftToBrowser) return decodeByBrowser(bytes, file);
      const { decodeJpeg } = await import('./decode.ts');
      return decodeJpeg(bytes, file);
    },
  };
}

export const jpegInput: InputCodec = { format: 'jpeg', readHeader: readJpegHeader, open };
