import { FileParts } from '../bytes/file-parts.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { convertToSrgb } from '../color/to-srgb.ts';
import { isHdr } from '../color/hdr.ts';
import { requireToneMapper } from '../color/tone-map.ts';
import { EngineError, orNull } from '../errors.ts';
import { decodePicture } from '../formats/heic/decode-picture.ts';
import { requireFormat } from '../formats/require-format.ts';
import { sniffLength } from '../formats/sniff.ts';
import { loadInput, loadOutput } from '../formats/table.ts';
import type { Placement } from '../geometry.ts';
import { readHeifHeader } from '../heif/file-header.ts';
import { isSequence, primaryItem, readHeif, type HeifFile, type HeifItem } from '../heif/file.ts';
import { describePicture } from '../heif/describe-picture.ts';
import { findThumbnail } from '../metadata/exif-thumbnail.ts';
import { mimeTypes } from '../options.ts';
import type { ColorTags, Raster } from '../planes/raster.ts';
import { requireRgbaConverter } from '../planes/to-rgba.ts';
import { loadDecoder } from '../tiles/choose-decoder.ts';
import { flatten } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { composeTurns, isTurned, noTurn, place } from '../transform/orient.ts';
import { uprightSize } from './plan/plan.ts';

/** The thumbnail that a camera put into a file. */
export interface Thumbnail {
  /** A JPEG in sRGB, upright. */
  blob: Blob;
  /** Size of the thumbnail in pixels. */
  width: number;
  height: number;
  /** Size of the picture itself in pixels, upright. */
  picture: { width: number; height: number };
}

/** Enough for a thumbnail. */
const quality = 85;

/** Anything larger is not treated as a thumbnail, whatever the file calls it. */
const maxPixels = 4_000_000;

const isSmall = ({ width, height }: { width: number; height: number }): boolean =>
  width * height <= maxPixels;

async function finish(raster: Raster, color: ColorTags, header: PictureHeader): Promise<Thumbnail> {
  const tagged = { ...raster, color };
  const colored = isHdr(color) ? (await requireToneMapper()).map(tagged).raster : tagged;
  // Does nothing if it is sRGB by now.
  convertToSrgb(colored);
  flatten(colored, '#ffffff');
  const output = await loadOutput('jpeg');
  const settings = { quality, lossless: false, halfChroma: true, small: false };
  const bytes = await output.encode(reduceTo8(colored), settings);
  const { width, height } = raster;
  const blob = new Blob([bytes], { type: mimeTypes.jpeg });
  return { blob, width, height, picture: uprightSize(header) };
}

/** Turns a thumbnail, which is stored like its picture. */
function turnLike(placement: Placement, raster: Raster): Raster {
  const crop = { x: 0, y: 0, width: raster.width, height: raster.height };
  return place(raster, { ...placement, crop });
}

async function fromExif(header: PictureHeader, placement: Placement): Promise<Thumbnail | null> {
  const bytes = header.metadata.exif && findThumbnail(header.metadata.exif);
  if (!bytes) return null;
  const source = await (await loadInput('jpeg')).open(bytes);
  if (!isSmall(source.pictures[0]!)) return null;
  await source.load();
  const raster = turnLike(placement, await source.decode(0));
  return finish(raster, source.pictures[0]!.color, header);
}

/** Items that are small versions (`thmb`) of the primary picture (ISO/IEC 23008-12, 6.4.7). */
function thumbnailItems(file: HeifFile): HeifItem[] {
  const ids = orNull(() => file.references.to('thmb', primaryItem(file).id)) ?? [];
  return ids.flatMap((id) => file.items.get(id) ?? []);
}

async function fromHeif(parts: FileParts, format: 'heic' | 'avif'): Promise<Thumbnail | null> {
  const ids = (heif: HeifFile) => thumbnailItems(heif).map(({ id }) => id);
  const bytes = await readHeifHeader(parts, ids);
  const [header] = (await (await loadInput(format)).open(bytes)).pictures;
  const heif = readHeif(bytes);
  // A sequence without a still picture has no thumbnail either.
  if (!header || !heif || isSequence(heif)) return null;
  const own = describePicture(heif, primaryItem(heif)).placement;
  const placement = { ...own, ...composeTurns(own, header.exifTurn ?? noTurn) };
  const [item] = thumbnailItems(heif);
  if (!item) return fromExif(header, placement);
  const small = describePicture(heif, item);
  if (!isSmall(small.canvas)) return null;
  const tools = { decoderFor: loadDecoder, converter: await requireRgbaConverter() };
  const samples = await decodePicture(bytes, { picture: small, asStored: false }, tools);
  const raster: Raster = { ...samples, gray: header.gray, color: {} };
  // Some writers turn only the picture and leave its thumbnail as it was.
  const left = isTurned(placement) && !isTurned(small.placement);
  return finish(left ? turnLike(placement, raster) : raster, header.color, header);
}

/**
 * The thumbnail inside a file: the `thmb` item of a HEIF file, or the one in Exif. `null` if there
 * is none that can be decoded here. Reads the file's first 64 kB, and of the rest only the header
 * and the thumbnail's data. Throws `empty-file`, `unsupported-format`, `unsupported-feature`,
 * `corrupt-file` or `code-not-loaded`.
 */
export async function readThumbnail(file: Blob): Promise<Thumbnail | null> {
  const parts = new FileParts(file);
  const format = await requireFormat(await parts.read(0, sniffLength));
  try {
    if (format === 'heic' || format === 'avif') return await fromHeif(parts, format);
    if (!['jpeg', 'png', 'webp'].includes(format)) return null;
    const input = await loadInput(format);
    const [header] = (await input.open(await input.readHeader(parts))).pictures;
    return header ? await fromExif(header, header.placement) : null;
  } catch (error) {
    // A broken thumbnail does not fail, because the picture itself may still be fine.
    if (error instanceof EngineError && error.code === 'code-not-loaded') throw error;
    if (
      error instanceof EngineError &&
      ['unsupported-feature', 'corrupt-file'].includes(error.code)
    )
      return null;
    throw error;
  }
}
