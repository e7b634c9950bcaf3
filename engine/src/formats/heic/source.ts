import { fitsPicture } from '../../color/profile-header.ts';
import type { findHeifVideo } from '../../motion/embedded-video.ts';
import { openHeif } from '../../motion/open-heif.ts';
import { profileFor } from '../../color/profile-for.ts';
import type { FoundGainMap } from '../../codec/gain-map.ts';
import { readHeifHeader } from '../../heif/file-header.ts';
import type { BandedPicture, InputCodec, Source } from '../../codec/input.ts';
import { type PictureHeader, pictureHeader } from '../../codec/picture-header.ts';
import { EngineError, orNull } from '../../errors.ts';
import { primaryItem, type HeifFile, type HeifItem } from '../../heif/file.ts';
import { listPictures } from '../../heif/list-pictures.ts';
import { findHeifGainMap, type HeifGainMap } from '../../heif/gain-map.ts';
import { readHeifMetadata } from '../../heif/metadata.ts';
import { describePicture } from '../../heif/describe-picture.ts';
import { hasAlpha, mayHaveAlpha, type Picture } from '../../heif/picture.ts';
import { findRole, listAuxiliaries, type AuxiliaryPicture } from '../../heif/roles.ts';
import type { Turn } from '../../geometry.ts';
import { readOrientation, readPixelSize } from '../../metadata/exif.ts';
import type { ColorTags } from '../../planes/raster.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { planShapes } from '../../tiles/strip-shape.ts';
import { isTurned, placementOf, turnOf } from '../../transform/orient.ts';
import { findCodedColor } from './coded-color.ts';
import type { PaddedFile } from './salvage.ts';

/**
 * A profile takes precedence over code points, and the container over the stream (ISO/IEC 23008-12
 * 6.5.5).
 */
function colorTagsOf(picture: Picture): ColorTags {
  const { icc: stated, nclx } = picture.color;
  const icc = stated && fitsPicture(stated, picture.chroma === '4:0:0') ? stated : null;
  const cicp = nclx ?? (icc ? null : findCodedColor(picture));
  return {
    ...(icc && { icc }),
    ...(cicp && { cicp: { primaries: cicp.primaries, transfer: cicp.transfer } }),
  };
}

/** Loads decoding to RGBA, which tiled photos that become JPEGs never need. */
const loadDecoding = () => import('./decode-samples.ts');

/** Loads what damaged photos need. */
const loadSalvage = () => import('./salvage.ts');

interface HeicHeader extends PictureHeader {
  picture: Picture;
  /** Makes the decoder return the coded picture; the engine crops and turns it. */
  asStored: boolean;
}

/**
 * The Exif orientation to apply to a picture whose container states no turn. If Exif states the
 * stored size, nobody has turned the samples since the camera wrote them (decision 007).
 */
function findExifOrientation({ transforms, canvas, placement }: Picture, exif: Uint8Array): number {
  if (transforms.some(({ kind }) => kind !== 'crop')) return 1;
  const size = readPixelSize(exif);
  const untouched = [canvas, placement.crop].some(
    ({ width, height }) => size?.width === width && size.height === height,
  );
  return untouched ? readOrientation(exif) : 1;
}

/**
 * Describes a picture. The container's transforms are authoritative; with them, Exif's orientation
 * is ignored.
 */
function describe(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  item: HeifItem,
  role = findRole(file, item),
): HeicHeader {
  const picture = describePicture(file, item);
  const { exif, xmp } = readHeifMetadata(file, item);
  const { canvas, placement, width, height } = picture;
  const cropped = placement.crop.width !== canvas.width || placement.crop.height !== canvas.height;
  const asStored = cropped && picture.layout.kind === 'coded' && picture.alpha === null;
  const orientation = exif ? findExifOrientation(picture, exif) : 1;
  const header = pictureHeader(asStored ? canvas : { width, height }, {
    role,
    bitDepth: picture.bitDepth,
    hasAlpha: hasAlpha(picture),
    mayHaveAlpha: mayHaveAlpha(picture),
    gray: picture.chroma === '4:0:0',
    halfChroma: picture.chroma === '4:2:0',
    orientation,
    turned: isTurned(placement),
    placement: asStored ? placement : placementOf(1, width, height),
    fromStored: placement,
    ...(orientation !== 1 && { exifTurn: turnOf(orientation) }),
    color: colorTagsOf(picture),
    metadata: { ...(exif && { exif }), ...(xmp && { xmp }) },
    gainMap: describeGainMap(bytes, findHeifGainMap(file, picture, exif)),
  });
  return { ...header, picture, asStored };
}

/**
 * Describes the other pictures. Skips those the engine cannot decode; data outside the file is
 * damage.
 */
function describeOthers(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  items: HeifItem[],
): HeicHeader[] {
  return items.flatMap((item) => {
    requireOwnData(item);
    return orNull(() => describe(bytes, file, item)) ?? [];
  });
}

/** Describes depth maps and mattes. Skips broken ones and those the engine cannot decode. */
function describeAuxiliaries(
  bytes: Uint8Array<ArrayBuffer>,
  file: HeifFile,
  items: AuxiliaryPicture[],
  { exifTurn }: HeicHeader,
): HeicHeader[] {
  const read = ({ item, role }: AuxiliaryPicture): HeicHeader => {
    const described = describe(bytes, file, item, role);
    requireData(described.picture);
    // Exif belongs to the primary picture, but the camera was held the same way.
    const turns = described.picture.transforms.length > 0;
    return exifTurn && !turns ? { ...described, exifTurn } : described;
  };
  return items.flatMap((each) => orNull(() => read(each)) ?? []);
}

/** An identity (`iden`) has no data of its own. */
function requireOwnData(item: HeifItem): void {
  if (item.type !== 'iden' && item.dataLength() === 0) {
    throw new EngineError('corrupt-file', 'A picture without data');
  }
}

/** Requires that the data of all coded items of the picture are inside the file. */
function requireData(picture: Picture, seen = new Set<HeifItem>()): void {
  const { item, layout, alpha } = picture;
  if (seen.has(item)) return;
  seen.add(item);
  requireOwnData(item);
  if (layout.kind === 'grid') {
    for (const tile of layout.tiles) requireData(tile, seen);
  } else if (layout.kind === 'overlay') {
    for (const layer of layout.layers) requireData(layer.picture, seen);
  }
  if (alpha) requireData(alpha.picture, seen);
}

function describeGainMap(
  bytes: Uint8Array<ArrayBuffer>,
  found: HeifGainMap | 'unusable' | null,
): FoundGainMap {
  if (found === null || found === 'unusable') return found;
  const { picture, metadata, table, alternate } = found;
  const { width, height } = picture;
  return {
    metadata,
    table,
    channels: picture.chroma === '4:0:0' || table ? 1 : 3,
    width,
    height,
    icc: metadata.inBaseColors || !alternate ? undefined : profileFor(colorTagsOf(alternate)),
    picture,
    async decode() {
      const { decodeSamples } = await loadDecoding();
      const samples = await decodeSamples(bytes, { picture, asStored: false });
      const raster = { ...samples, gray: false };
      // libheif knows only the map's own transforms.
      if (raster.width !== width || raster.height !== height) {
        throw new EngineError('corrupt-file', 'the gain map is not as large as it says');
      }
      return { ...raster, color: {} };
    },
  };
}

/** Decodes a grid by rows of tiles. */
function bandsOf(
  bytes: Uint8Array<ArrayBuffer>,
  header: HeicHeader,
  turn: Turn,
): BandedPicture | null {
  const shapes = planShapes(bytes, header.picture, turn)?.shapes;
  if (!shapes || shapes.length < 2) return null;
  const pixels = shapes.map(({ width, rows, tiles }) =>
    tiles.reduce((sum, tile) => sum + tile.width * tile.height, width * rows),
  );
  return {
    bandPixels: Math.max(...pixels),
    async *read() {
      const { decodeBands } = await loadDecoding();
      for await (const band of decodeBands(bytes, shapes)) {
        yield { ...band, gray: header.gray, color: header.color };
      }
    },
  };
}

async function findVideo(...found: Parameters<typeof findHeifVideo>) {
  const motion = await import('../../motion/embedded-video.ts');
  return motion.findHeifVideo(...found);
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<Source> {
  const { file, frames } = await openHeif(bytes);
  const primary = primaryItem(file);
  const shown = listPictures(file);
  const items = shown.filter(({ id }) => id !== primary.id);
  const main = describe(bytes, file, primary, 'main');
  const pictures = [
    main,
    ...describeOthers(bytes, file, items),
    ...describeAuxiliaries(bytes, file, listAuxiliaries(file, shown), main),
  ];
  requireData(pictures[0]!.picture);
  return {
    format: 'heic',
    pictures,
    animated: frames > 1,
    hasVideo: file.hasVideo,
    video: file.videoBox && (await findVideo(bytes, file.videoBox, pictures[0]!.metadata.xmp)),
    lossless: false,
    findPicture: (index) => pictures[index]!.picture,
    findBands: (index, turn) => bandsOf(bytes, pictures[index]!, turn),
    // Only decoding shows which decoder is needed.
    load: async () => {},
    async decode(index, onLoad) {
      const header = pictures[index]!;
      const { decodeSamples } = await loadDecoding();
      const samples = await decodeSamples(bytes, header, onLoad);
      return { ...samples, gray: header.gray, color: header.color };
    },
  };
}

/** Metadata that is not cut off. */
function heldMetadata({ metadata }: HeicHeader, { bytes, held }: PaddedFile): MetadataBlocks {
  const isHeld = (block: unknown): boolean =>
    !(block instanceof Uint8Array) ||
    block.buffer !== bytes.buffer ||
    block.byteOffset + block.length <= held;
  return Object.fromEntries(Object.entries(metadata).filter(([, block]) => isHeld(block)));
}

/** Opens only the primary picture, without gain map and video. */
async function openDamaged(given: Uint8Array<ArrayBuffer>): Promise<Source> {
  const { padToBoxes, salvagePicture } = await loadSalvage();
  const padded = padToBoxes(given);
  const { file, frames } = await openHeif(padded.bytes);
  const main = describe(padded.bytes, file, primaryItem(file), 'main');
  const header: HeicHeader = {
    ...main,
    metadata: heldMetadata(main, padded),
    gainMap: main.gainMap && 'unusable',
  };
  return {
    format: 'heic',
    pictures: [header],
    animated: frames > 1,
    hasVideo: false,
    lossless: false,
    load: async () => {},
    async decode() {
      const samples = await salvagePicture(padded, header);
      return { ...samples, gray: header.gray, color: header.color };
    },
  };
}

export const input: InputCodec = {
  format: 'heic',
  readHeader: (parts) => readHeifHeader(parts),
  open,
  openDamaged,
};
