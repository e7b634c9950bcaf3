import type { findHeifVideo } from '../../motion/embedded-video.ts';
import { openHeif } from '../../motion/open-heif.ts';
import { profileFor } from '../../color/profile-for.ts';
import type { FoundGainMap } from '../../codec/gain-map.ts';
import { readHeifHeader } from '../../heif/file-header.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { type PictureHeader, pictureHeader } from '../../codec/picture-header.ts';
import { EngineError, orNull } from '../../errors.ts';
import { primaryItem, withPrimary, type HeifFile, type HeifItem } from '../../heif/file.ts';
import { listPictures } from '../../heif/list-pictures.ts';
import { findHeifGainMap, type HeifGainMap } from '../../heif/gain-map.ts';
import { readHeifMetadata } from '../../heif/metadata.ts';
import { describePicture } from '../../heif/describe-picture.ts';
import { hasAlpha, mayHaveAlpha, type Picture } from '../../heif/picture.ts';
import { findRole, listAuxiliaries } from '../../heif/roles.ts';
import type { PictureRole } from '../../options.ts';
import { fitsPicture } from '../../color/profile-header.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { ColorTags, Raster, UntaggedRaster } from '../../planes/raster.ts';
import { loadDecoder } from '../../tiles/choose-decoder.ts';
import { isTurned, place } from '../../transform/orient.ts';
import { loadWasm } from '../../wasm/load.ts';
import { asLibavifReads } from './as-libavif-reads.ts';
import type { openPixels } from './browser-pixels.ts';

function colorTagsOf({ color: { icc, nclx }, chroma }: Picture): ColorTags {
  return {
    ...(icc && fitsPicture(icc, chroma === '4:0:0') && { icc }),
    ...(nclx && { cicp: { primaries: nclx.primaries, transfer: nclx.transfer } }),
  };
}

interface AvifPicture extends PictureHeader {
  picture: Picture;
}

function describe(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  item: HeifItem,
  role: PictureRole,
): AvifPicture {
  const picture = describePicture(file, item);
  const { exif, xmp } = readHeifMetadata(file, item);
  const { bitDepth, canvas } = picture;
  const header = pictureHeader(canvas, {
    role,
    bitDepth,
    hasAlpha: hasAlpha(picture),
    mayHaveAlpha: mayHaveAlpha(picture),
    gray: picture.chroma === '4:0:0',
    halfChroma: picture.chroma === '4:2:0',
    turned: isTurned(picture.placement),
    placement: picture.placement,
    color: colorTagsOf(picture),
    metadata: { ...(exif && { exif }), ...(xmp && { xmp }) },
    gainMap: describeGainMap(bytes, file, findHeifGainMap(file, picture, exif)),
  });
  return { ...header, picture };
}

/** Decodes one item. libavif decodes only the primary picture, so the item is made that. */
async function decodeItem(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  { item, bitDepth }: Picture,
): Promise<Pick<Raster, 'width' | 'height' | 'data'>> {
  const { decodeAvif } = await import('./decode.ts');
  const named = item.id === file.primaryId ? bytes : withPrimary(bytes, item.id);
  return decodeAvif(asLibavifReads(file, named), bitDepth);
}

async function openByBrowser(
  ...asked: Parameters<typeof openPixels>
): Promise<DecodedPixels | null> {
  const browser = await import('./browser-pixels.ts');
  return browser.openPixels(...asked);
}

async function readPlain(
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
): Promise<UntaggedRaster | null> {
  const pixels = await openByBrowser(bytes, picture);
  if (!pixels) return null;
  // Loaded only here: a picture that goes in strips does not need this code.
  const { readWhole } = await import('../../browser/image-decoder.ts');
  return readWhole(pixels);
}

/** Decodes with the browser's video decoder. `null` where it has none for this, or fails. */
async function decodeByBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
): Promise<UntaggedRaster | null> {
  if (typeof VideoDecoder === 'undefined') return null;
  const [{ decodePicture }, { dropRgbaConverter, requireRgbaConverter }] = await Promise.all([
    import('../heic/decode-picture.ts'),
    import('../../planes/to-rgba.ts'),
  ]);
  const converter = await requireRgbaConverter();
  try {
    return await decodePicture(
      bytes,
      { picture, asStored: true },
      { decoderFor: loadDecoder, converter },
    );
  } catch (error) {
    if (error instanceof EngineError && error.code === 'out-of-memory') throw error;
    return null;
  } finally {
    // Its memory has grown to the picture's size.
    dropRgbaConverter();
  }
}

function describeGainMap(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  found: HeifGainMap | 'unusable' | null,
): FoundGainMap {
  if (found === null || found === 'unusable') return found;
  const { picture, metadata, table, alternate } = found;
  const { width, height } = picture;
  const plain = { opaque: true, gray: false, premultiplied: false, color: {} };
  return {
    metadata,
    table,
    channels: picture.chroma === '4:0:0' || table ? 1 : 3,
    width,
    height,
    icc: metadata.inBaseColors || !alternate ? undefined : profileFor(colorTagsOf(alternate)),
    picture,
    async decode() {
      const stored = await decodeItem(bytes, file, picture);
      return place({ ...stored, ...plain }, picture.placement);
    },
  };
}

/** Describes the other pictures. Skips those that libavif cannot decode. */
function describeOthers(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  primary: HeifItem,
): AvifPicture[] {
  const shown = listPictures(file);
  return [
    ...shown.map((item) => ({ item, role: findRole(file, item) })),
    ...listAuxiliaries(file, shown),
  ]
    .filter(({ item: { id, type } }) => id !== primary.id && ['av01', 'grid'].includes(type))
    .flatMap(({ item, role }) => orNull(() => describe(bytes, file, item, role)) ?? []);
}

/**
 * Highest matrix code point that this build of libavif knows. It would decode later ones wrongly.
 */
const knownMatrices = 15;

function requireKnownMatrix({ chroma, color: { nclx } }: Picture): void {
  if (!nclx || chroma === '4:0:0' || nclx.matrix < knownMatrices) return;
  throw new EngineError('unsupported-feature', `AVIF: matrix ${nclx.matrix}`, {
    feature: `matrix-${nclx.matrix}`,
  });
}

async function findVideo(...found: Parameters<typeof findHeifVideo>) {
  const motion = await import('../../motion/embedded-video.ts');
  return motion.findHeifVideo(...found);
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const { file } = await openHeif(bytes);
  const primary = primaryItem(file);
  const pictures = [
    describe(bytes, file, primary, 'main'),
    ...describeOthers(bytes, file, primary),
  ];
  return {
    format: 'avif',
    pictures,
    animated: file.tracks.includes('pict'),
    hasVideo: file.hasVideo,
    video: file.videoBox && (await findVideo(bytes, file.videoBox, pictures[0]!.metadata.xmp)),
    lossless: false,
    findPicture: (index) => pictures[index]!.picture,
    // Only decoding shows whether libavif is needed.
    load: async () => {},
    // Callers that ask for opaque pixels do not apply the container's crop.
    decodePixels: async (index, kind) =>
      kind === 'any' ? openByBrowser(bytes, pictures[index]!.picture) : null,
    async decode(index, onLoad) {
      const { picture, hasAlpha: isClear, gray, color } = pictures[index]!;
      // Takes a tenth of libavif's time.
      const byBrowser =
        (await readPlain(bytes, picture)) ?? (await decodeByBrowser(bytes, picture));
      if (byBrowser) return { ...byBrowser, gray, color };
      requireKnownMatrix(picture);
      onLoad?.('begins');
      await loadWasm('avif-decoder');
      onLoad?.('done');
      const samples = await decodeItem(bytes, file, picture);
      return { ...samples, opaque: !isClear, gray, premultiplied: false, color };
    },
  };
}

export const input: InputCodec = {
  format: 'avif',
  readHeader: (parts) => readHeifHeader(parts),
  open,
};
