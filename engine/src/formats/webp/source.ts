import { pictureHeader } from '../../codec/picture-header.ts';
import { readWebpHeader } from './file-header.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { readWhole } from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import { readOrientation } from '../../metadata/exif.ts';
import { wholeFilePicture } from '../../tiles/whole-file.ts';
import { loadWasm } from '../../wasm/load.ts';
import { readWebp, type WebpFile, writeWebp } from './container.ts';
import { readWebpMetadata } from './read-metadata.ts';
import { decodePlanes, findKind, openOpaque, openPixelsInBrowser } from './in-browser.ts';

/**
 * Opens pixels with alpha. A picture declared opaque may be transparent, and browsers then do not
 * deliver that.
 */
async function openWithAlpha(
  bytes: Uint8Array<ArrayBuffer>,
  file: WebpFile,
): Promise<DecodedPixels | null> {
  return file.hasAlpha && findKind(file) === 'pixels' ? openPixelsInBrowser(bytes, file) : null;
}

type Facts = Pick<Source, 'format' | 'pictures' | 'animated' | 'hasVideo' | 'lossless'>;

/** What the file says of its picture. */
function describe(file: WebpFile): Facts {
  const { icc, ...metadata } = readWebpMetadata(file);
  const orientation = metadata.exif ? readOrientation(metadata.exif) : 1;
  const { hasAlpha, animated, lossless } = file;
  const picture = pictureHeader(file, {
    hasAlpha,
    // A lossless picture's flag is only a hint, and an animation's does not cover what a frame
    // leaves free.
    mayHaveAlpha: lossless || animated,
    halfChroma: !lossless,
    orientation,
    color: icc ? { icc } : {},
    metadata,
  });
  return { format: 'webp', pictures: [picture], animated, hasVideo: false, lossless };
}

const loadDecoder = (): Promise<unknown> =>
  Promise.all([loadWasm('webp-decoder'), loadWasm('webp-modes')]);

async function open(given: Uint8Array<ArrayBuffer>): Promise<Source> {
  const file = readWebp(given);
  const bytes = file.isCut ? writeWebp(file.chunks) : given;
  const facts = describe(file);
  const { orientation, color } = facts.pictures[0]!;
  return {
    ...facts,
    // Only decoding shows whether the browser's decoder works.
    load: async () => {},
    decodePlanes: () => decodePlanes(bytes, file),
    decodePixels: async (_, kind) => (kind === 'any' ? openWithAlpha(bytes, file) : null),
    decodeInOrder: async () => openOpaque(bytes, file),
    findFile(_, chroma, background) {
      const kind = findKind(file);
      if (kind === 'planes') return wholeFilePicture('webp', bytes, file, orientation, '4:2:0');
      // A picture declared opaque may be transparent, and then needs a background.
      if (kind === null || background === undefined) return null;
      const picture = wholeFilePicture('webp', bytes, file, orientation, chroma);
      return { ...picture, pixels: { background } };
    },
    async decode(_, onLoad) {
      const pixels = (await openWithAlpha(bytes, file)) ?? (await openOpaque(bytes, file));
      if (pixels) return { ...(await readWhole(pixels)), gray: false, color };
      onLoad?.('begins');
      const [{ decodeWebp }] = await Promise.all([import('./decode.ts'), loadDecoder()]);
      onLoad?.('done');
      return decodeWebp(bytes, file);
    },
  };
}

/** See `InputCodec.openDamaged`. */
async function openDamaged(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const { completeWebp, decodeDamagedWebp } = await import('./salvage.ts');
  const file = readWebp(completeWebp(bytes));
  return {
    ...describe(file),
    load: async () => void (await loadDecoder()),
    decode: () => decodeDamagedWebp(bytes, file),
  };
}

export const input: InputCodec = {
  format: 'webp',
  readHeader: readWebpHeader,
  open,
  openDamaged,
};
