import type { InputCodec, Source } from '../../codec/input.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { adobeRgb } from '../../color/adobe-rgb.ts';
import { EngineError, orNull } from '../../errors.ts';
import { saysAdobeRgb } from '../../metadata/exif-color.ts';
import { placementOf } from '../../transform/orient.ts';
import { listDirectories, numbersOf, readTiffFile } from '../tiff/directories.ts';
import { findCutPreview, findPreview, readRawHeader, type RawPreview } from './find-preview.ts';

const orientationTag = 274;

/** Whether the JPEG's own Exif states an orientation. */
function statesOrientation(exif: Uint8Array | undefined): boolean {
  if (!exif) return false;
  const stated = orNull(() => {
    const file = readTiffFile(Uint8Array.from(exif));
    return numbersOf(file, listDirectories(file)[0]!, orientationTag);
  });
  return stated !== null && stated.length > 0;
}

/** The JPEG's header, completed from the raw file. */
function describe(main: PictureHeader, { exif, xmp, ...raw }: RawPreview): PictureHeader {
  const { width, height } = main;
  const isStated = statesOrientation(main.metadata.exif);
  const isSound = raw.orientation >= 1 && raw.orientation <= 8;
  const isAdobeRgb = raw.isAdobeRgb ?? saysAdobeRgb(exif);
  const orientation = isStated || !isSound ? main.orientation : raw.orientation;
  return {
    ...main,
    color: main.color.icc || !isAdobeRgb || main.gray ? main.color : adobeRgb(),
    orientation,
    turned: orientation !== 1,
    placement: placementOf(orientation, width, height),
    metadata: { ...(exif && { exif }), ...(xmp && { xmp }), ...main.metadata },
    // A second JPEG after the JPEG is just another preview.
    gainMap: null,
  };
}

async function openPreview(
  bytes: Uint8Array<ArrayBuffer>,
  preview: RawPreview,
  openJpeg: InputCodec['open'],
): Promise<Source> {
  const { start, end } = preview.jpeg;
  // A view with the original offset, so that code reading the file itself finds the samples.
  const source = await openJpeg(bytes.subarray(start, end));
  const main = describe(source.pictures[0]!, preview);
  const planar = source.findPicture?.(0);
  return {
    ...source,
    format: 'raw',
    notes: ['embedded-preview'],
    pictures: [main],
    hasVideo: false,
    video: null,
    decode: async (index, onLoad) => ({
      ...(await source.decode(index, onLoad)),
      color: main.color,
    }),
    ...(planar && { findPicture: () => ({ ...planar, placement: main.placement }) }),
  };
}

/**
 * Opens a camera's raw file as the largest JPEG in it. The sensor's samples are not developed.
 *
 * @param loadJpeg Loads what opens that JPEG.
 */
export function createRawInput(loadJpeg: () => Promise<InputCodec>): InputCodec {
  return {
    format: 'raw',
    readHeader: readRawHeader,
    async open(bytes) {
      const jpeg = await loadJpeg();
      return openPreview(bytes, findPreview(bytes), (part) => jpeg.open(part));
    },
    async openDamaged(bytes) {
      const jpeg = await loadJpeg();
      return openPreview(bytes, findCutPreview(bytes), (part) => {
        if (!jpeg.openDamaged) throw new EngineError('corrupt-file', 'Nothing can be salvaged');
        return jpeg.openDamaged(part);
      });
    },
  };
}
