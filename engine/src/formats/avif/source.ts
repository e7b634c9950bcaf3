import { readHeifHeader } from '../../heif/file-header.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import { EngineError } from '../../errors.ts';
import {
  primaryItem,
  readHeif,
  withPrimary,
  type HeifFile,
  type HeifItem,
} from '../../heif/file.ts';
import { readHeifMetadata } from '../../heif/metadata.ts';
import { describePicture, listPictures, type Picture } from '../../heif/pictures.ts';
import { isTurned } from '../../transform/orient.ts';
import { loadWasm } from '../../wasm/load.ts';
import { addMissingDepths } from './add-depths.ts';

interface AvifPicture extends PictureHeader {
  picture: Picture;
}

function describe(file: HeifFile, item: HeifItem): AvifPicture {
  const picture = describePicture(file, item);
  const { exif, xmp } = readHeifMetadata(file, item);
  const { icc, nclx } = picture.color;
  const { bitDepth, canvas } = picture;
  return {
    picture,
    width: canvas.width,
    height: canvas.height,
    bitDepth,
    hasAlpha: picture.alpha !== null,
    gray: picture.chroma === '4:0:0',
    halfChroma: picture.chroma === '4:2:0',
    orientation: 1,
    turned: isTurned(picture.placement),
    placement: picture.placement,
    color: {
      ...(icc && { icc }),
      ...(nclx && { cicp: { primaries: nclx.primaries, transfer: nclx.transfer } }),
    },
    metadata: { ...(exif && { exif }), ...(xmp && { xmp }) },
    hasGainMap: picture.hasGainMap,
  };
}

/** Further pictures that are of a kind libavif does not decode are not offered. */
function describeOthers(file: HeifFile, primary: HeifItem): AvifPicture[] {
  return listPictures(file)
    .filter(({ id, type }) => id !== primary.id && ['av01', 'grid'].includes(type))
    .flatMap((item) => {
      try {
        return [describe(file, item)];
      } catch {
        return [];
      }
    });
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const file = readHeif(bytes);
  if (!file) throw new EngineError('corrupt-file', 'AVIF: no container');
  const primary = primaryItem(file);
  const pictures = [describe(file, primary), ...describeOthers(file, primary)];
  return {
    format: 'avif',
    pictures,
    animated: file.tracks.includes('pict'),
    hasVideo: file.tracks.includes('vide'),
    lossless: false,
    findPicture: (index) => pictures[index]!.picture,
    load: async () => void (await loadWasm('avif-decoder')),
    async decode(index) {
      const { picture, bitDepth, hasAlpha, gray, color } = pictures[index]!;
      const { decodeAvif } = await import('./decode.ts');
      // libavif decodes what the file calls its primary picture.
      const named = index === 0 ? bytes : withPrimary(bytes, picture.item.id);
      const samples = await decodeAvif(addMissingDepths(file, named), bitDepth);
      return { ...samples, opaque: !hasAlpha, gray, premultiplied: false, color };
    },
  };
}

export const avifInput: InputCodec = {
  format: 'avif',
  readHeader: (parts) => readHeifHeader(parts),
  open,
};
