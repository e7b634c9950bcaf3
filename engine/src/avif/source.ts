import type { InputCodec, Source } from '../codec.ts';
import { EngineError } from '../errors.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import { readHeifMetadata } from '../heif/metadata.ts';
import { describePicture } from '../heif/pictures.ts';
import { isTurned } from '../transform/orient.ts';
import { loadWasm } from '../wasm.ts';

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const file = readHeif(bytes);
  if (!file) throw new EngineError('corrupt-file', 'AVIF: no container');
  const primary = primaryItem(file);
  const picture = describePicture(file, primary);
  const { exif, xmp } = readHeifMetadata(file, primary);
  const { icc, nclx } = picture.color;
  const { bitDepth, canvas } = picture;
  const color = {
    ...(icc && { icc }),
    ...(nclx && { cicp: { primaries: nclx.primaries, transfer: nclx.transfer } }),
  };
  const shared = {
    hasAlpha: picture.alpha !== null,
    gray: picture.chroma === '4:0:0',
    halfChroma: picture.chroma === '4:2:0',
    color,
  };
  return {
    format: 'avif',
    pictures: [
      {
        ...shared,
        width: canvas.width,
        height: canvas.height,
        bitDepth,
        orientation: 1,
        turned: isTurned(picture.placement),
        placement: picture.placement,
        metadata: { ...(exif && { exif }), ...(xmp && { xmp }) },
        hasGainMap: picture.hasGainMap,
      },
    ],
    animated: file.tracks.includes('pict'),
    hasVideo: file.tracks.includes('vide'),
    lossless: false,
    findPicture: () => picture,
    load: async () => void (await loadWasm('avif-decoder')),
    async decode() {
      const { decodeAvif } = await import('./decode.ts');
      const samples = await decodeAvif(bytes, bitDepth);
      return {
        ...samples,
        opaque: !shared.hasAlpha,
        gray: shared.gray,
        premultiplied: false,
        color,
      };
    },
  };
}

export const avifInput: InputCodec = { format: 'avif', open };
