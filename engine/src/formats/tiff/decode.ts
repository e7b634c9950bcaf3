import { inksToSrgb } from '../../color/inks-to-srgb.ts';
import { EngineError } from '../../errors.ts';
import type { ColorTags, Raster } from '../../planes/raster.ts';
import { readChunkPlaces, storedBytes, type Chunks } from './chunks.ts';
import type { TiffFile } from './directories.ts';
import { requireEnough } from './expand.ts';
import { isDeep, isGray } from './kinds.ts';
import type { Layout } from './layout.ts';
import { makePainter, type Painter } from './painter.ts';
import { bytesOfRows, listParts, PartReader } from './parts.ts';
import { photometrics } from './tags.ts';

/** Most bytes of samples in a picture, including samples that are not used. */
const maxSampleBytes = 2 ** 30;

/** A picture of a file, as stored. */
export interface StoredPicture {
  file: TiffFile;
  layout: Layout;
  color: ColorTags;
  /** The profile for inks. Only decoding needs it. */
  inksProfile: Uint8Array | null;
}

/** Throws `too-large`, before memory is allocated. */
export function requireSize(layout: Layout, { count }: Chunks): void {
  const each = bytesOfRows(layout, layout.chunkHeight);
  if (each * count > maxSampleBytes + each)
    throw new EngineError('too-large', `TIFF: samples of ${each * count} bytes`);
}

/** Refuses a picture that the file cannot hold, before allocating memory for it. */
function requirePixels(file: TiffFile, layout: Layout, chunks: Chunks): void {
  const { chunkHeight, compression } = layout;
  const each = bytesOfRows(layout, chunkHeight);
  // No strip is higher than the picture, and all but the last ones have equal heights.
  const rows = layout.isTiled ? chunkHeight * chunks.down : layout.height;
  const wanted = bytesOfRows(layout, rows) * (chunks.count / chunks.down);
  let stored = 0;
  for (let index = 0; index < chunks.count; index++)
    stored += storedBytes(file, layout, chunks, index, each).length;
  requireEnough(compression, stored, wanted - 64 * chunks.count);
}

async function paintParts(
  reader: PartReader,
  layout: Layout,
  chunks: Chunks,
  painter: Painter,
): Promise<void> {
  const whole = await reader.readWhole();
  const { width, height } = layout;
  if (whole) return painter.paint(whole, { x: 0, y: 0, width, height });
  for (const part of listParts(layout, chunks)) painter.paint(await reader.read(part), part.place);
}

/** A picture's memory, and who paints into it. */
interface Drawing {
  data: Raster['data'];
  painter: Painter;
}

export function startDrawing({ file, layout }: StoredPicture): Drawing {
  const { width, height } = layout;
  const size = width * height * 4;
  const data = isDeep(layout) ? new Uint16Array(size) : new Uint8ClampedArray(size);
  return { data, painter: makePainter(file, layout, { width, data }) };
}

/** Makes pixels of what was painted. */
export function finishDrawing(
  { layout, color, inksProfile }: StoredPicture,
  { data, painter }: Drawing,
): Raster {
  const { width, height, photometric, alpha } = layout;
  if (photometric === photometrics.inks && data instanceof Uint8ClampedArray) {
    inksToSrgb(data, inksProfile);
    painter.alphas?.forEach((value, at) => (data[at * 4 + 3] = value));
  }
  return {
    width,
    height,
    data,
    color,
    opaque: alpha === 'none',
    gray: isGray(layout),
    premultiplied: alpha === 'premultiplied',
  };
}

/** Decodes a picture. Throws `corrupt-file`, `unsupported-feature`, `too-large`. */
export async function decodePicture(picture: StoredPicture): Promise<Raster> {
  const { file, layout } = picture;
  const chunks = readChunkPlaces(file, layout);
  requireSize(layout, chunks);
  requirePixels(file, layout, chunks);
  const drawing = startDrawing(picture);
  const reader = new PartReader(file, layout, chunks);
  await paintParts(reader, layout, chunks, drawing.painter);
  const raster = finishDrawing(picture, drawing);
  return { ...raster, ...(reader.expander.isDamaged && { mayBeDamaged: true }) };
}
