import { type PictureHeader, pictureHeader } from '../../codec/picture-header.ts';
import { joinBytes } from '../../bytes/join.ts';
import { findJpegVideo, hasMovieBehind } from '../../motion/embedded-video.ts';
import { readJpegHeader } from './file-header.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';
import { mpfKinds } from '../../gain-map/mpf.ts';
import { readOrientation } from '../../metadata/exif.ts';
import { mentionsPictures, mentionsVideo } from '../../metadata/xmp.ts';
import type { Raster } from '../../planes/raster.ts';
import { loadWasm } from '../../wasm/load.ts';
import { describePlanes } from './describe-planes.ts';
import { findJpegGainMap } from './find-gain-map.ts';
import { jpegEnd } from './header.ts';
import { jpegOutput } from './output.ts';
import { findJpegColor, readJpegMetadata } from './read-metadata.ts';
import { readJpeg, requireRestartOrder, type JpegFile } from './segments.ts';
import { listTrailingPictures } from './trailing-pictures.ts';

function rareCoding(cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', 'JPEG of a rare coding', {
    feature: 'jpeg-coding',
    cause,
  });
}

/**
 * Decodes four-ink pictures and rare codings in the browser, which applies their profiles and gives
 * sRGB. Without such a browser, the engine decodes four inks itself. Exif is removed first, so that
 * the browser cannot turn the picture.
 */
async function decodeByBrowser(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const { width, height } = file;
  requireRestartOrder(bytes, file);
  const { canDecodeNatively, decodeNatively } = await import('../../browser/image-decoder.ts');
  if (!(await canDecodeNatively('image/jpeg'))) {
    if (file.components === 4) return (await import('./decode-inks.ts')).decodeInks(bytes, file);
    throw rareCoding();
  }
  const bare = await jpegOutput.replaceMetadata(bytes, {}, null);
  const raster = await decodeNatively(bare, 'image/jpeg').catch((error: unknown) => {
    // Browsers report an unknown coding, which this is for most of them, like damage.
    const isUnknown =
      !file.huffman && error instanceof EngineError && error.code === 'corrupt-file';
    throw isUnknown ? rareCoding(error) : error;
  });
  if (raster.width !== width || raster.height !== height) {
    throw new EngineError('corrupt-file', 'The browser gave a picture of another size');
  }
  return { ...raster, opaque: true };
}

const isLeftToBrowser = ({ components, huffman }: JpegFile): boolean =>
  components === 4 || !huffman;

/** Opens only the picture itself, not the others that the file names. */
async function openAlone(bytes: Uint8Array<ArrayBuffer>, file = readJpeg(bytes)): Promise<Source> {
  const metadata = readJpegMetadata(file);
  const color = findJpegColor(file);
  const orientation = metadata.exif ? readOrientation(metadata.exif) : 1;
  const video = findJpegVideo(bytes, file.end, metadata.xmp);
  const planar = describePlanes(bytes.subarray(0, file.end), orientation);
  const isLeft = isLeftToBrowser(file);
  return {
    format: 'jpeg',
    pictures: [
      pictureHeader(file, {
        bitDepth: file.bitDepth,
        gray: file.components === 1,
        halfChroma: file.halfChroma,
        orientation,
        color,
        metadata,
        gainMap: findJpegGainMap(bytes, file, metadata, orientation),
        ...(color.icc && isLeft && { decodesTo: { bitDepth: 8, srgb: true } }),
      }),
    ],
    animated: false,
    hasVideo:
      hasMovieBehind(bytes, file.end) ||
      (metadata.xmp !== undefined && mentionsVideo(metadata.xmp)),
    video,
    lossless: false,
    ...(planar && { findPicture: () => planar }),
    load: async () => void (await loadWasm('jpeg-decoder')),
    async decodeInOrder(index) {
      if (isLeft || index > 0) return null;
      const { openJpegPixels } = await import('./decode.ts');
      try {
        return await openJpegPixels(bytes, file);
      } catch (error) {
        // Another decoder copes with it, or says what is wrong.
        if (error instanceof EngineError && error.code === 'unsupported-feature') return null;
        throw error;
      }
    },
    async decode() {
      if (isLeft) return decodeByBrowser(bytes, file);
      const { decodeJpeg } = await import('./decode.ts');
      return decodeJpeg(bytes, file);
    },
  };
}

/** Whether the file may hold more pictures than the main one, its gain map and its previews. */
function mayNamePictures(
  bytes: Uint8Array,
  file: JpegFile,
  { metadata: { xmp, extendedXmp }, gainMap }: PictureHeader,
): boolean {
  if (xmp && mentionsPictures(xmp)) return true;
  if (extendedXmp && mentionsPictures(extendedXmp.packet)) return true;
  const { unnamed, panorama, otherEye, angle } = mpfKinds;
  const kinds = listTrailingPictures(bytes, file).map(({ kind }) => kind);
  return (
    kinds.some((kind) => [panorama, otherEye, angle].includes(kind)) ||
    kinds.filter((kind) => kind === unnamed).length > (gainMap === null ? 0 : 1)
  );
}

/**
 * Some cameras write everything but the end-of-image marker. It is added, because our decoder and
 * libjpeg then report whether more is missing. Browsers do not, so files left to them must be
 * complete.
 */
function readOrEnd(given: Uint8Array<ArrayBuffer>) {
  try {
    return { bytes: given, file: readJpeg(given) };
  } catch (error) {
    const bytes = joinBytes([given, jpegEnd]);
    const file = readJpeg(bytes);
    if (isLeftToBrowser(file)) throw error;
    return { bytes, file };
  }
}

/** Opens only the picture itself, without gain map and video. */
async function openDamaged(given: Uint8Array<ArrayBuffer>): Promise<Source> {
  const bytes = joinBytes([given, jpegEnd]);
  const file = readJpeg(bytes, { mayEndEarly: true });
  if (isLeftToBrowser(file)) throw rareCoding();
  const source = await openAlone(bytes, file);
  const main = source.pictures[0]!;
  return {
    format: 'jpeg',
    pictures: [{ ...main, gainMap: main.gainMap && 'unusable' }],
    animated: false,
    hasVideo: false,
    lossless: false,
    load: () => source.load(),
    async decode() {
      const { salvageJpeg } = await import('./decode.ts');
      return salvageJpeg(bytes, file);
    },
  };
}

async function open(given: Uint8Array<ArrayBuffer>, openPng: InputCodec['open']): Promise<Source> {
  const { bytes, file } = readOrEnd(given);
  const source = await openAlone(bytes, file);
  const main = source.pictures[0]!;
  if (!mayNamePictures(bytes, file, main)) return source;
  const { findNamedPictures } = await import('./named-pictures.ts');
  const named = await findNamedPictures(bytes, file, main, {
    openJpeg: (part) => openAlone(part),
    openPng,
  });
  return {
    ...source,
    pictures: [main, ...named.map(({ header }) => header)],
    decode: (index, onLoad) => (named[index - 1] ?? source).decode(0, onLoad),
  };
}

/** JPEG input. Needs `openPng`, as further pictures that a file names may be PNGs. */
export function createJpegInput(openPng: InputCodec['open']): InputCodec {
  return {
    format: 'jpeg',
    readHeader: readJpegHeader,
    open: (bytes) => open(bytes, openPng),
    openDamaged,
  };
}
