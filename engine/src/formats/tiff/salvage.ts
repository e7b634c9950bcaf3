import { orDamaged } from '../../errors.ts';
import { EngineError } from '../../errors.ts';
import { fillMissing } from '../../planes/missing.ts';
import type { Raster } from '../../planes/raster.ts';
import { readChunkPlaces } from './chunks.ts';
import { finishDrawing, requireSize, startDrawing, type StoredPicture } from './decode.ts';
import type { Painter } from './painter.ts';
import type { Place } from './paint.ts';
import { listParts, type Part, PartReader } from './parts.ts';

/** Paints a part's first rows, and returns how many there are. */
async function paintRows(reader: PartReader, part: Part, painter: Painter): Promise<number> {
  const read = await orDamaged(() => reader.readSome(part));
  if (!read) return 0;
  const height = Math.min(read.rows, part.place.height);
  painter.paint(read.samples, { ...part.place, height });
  return height;
}

/** Makes pixels gray, or transparent in a picture with transparency. */
function clear({ width, data, opaque }: Raster, place: Place): void {
  for (let y = place.y; y < place.y + place.height; y++) {
    const start = y * width + place.x;
    const end = start + place.width;
    if (opaque) fillMissing(data, start, end);
    else data.fill(0, start * 4, end * 4);
  }
}

/**
 * Decodes what can be read of a damaged picture: of each strip and tile the rows before the damage, if its
 * compression has rows. Throws like `decodePicture`, but for missing pixels. Of a further page, all may be missing:
 * other pages are still of use.
 */
export async function salvagePicture(picture: StoredPicture, page: number): Promise<Raster> {
  const { file, layout } = picture;
  const { width, height } = layout;
  const chunks = readChunkPlaces(file, layout);
  requireSize(layout, chunks);
  const drawing = startDrawing(picture);
  const { painter } = drawing;
  const reader = new PartReader(file, layout, chunks);
  const whole = await orDamaged(() => reader.readWhole());
  if (whole) {
    painter.paint(whole, { x: 0, y: 0, width, height });
    return { ...finishDrawing(picture, drawing), mayBeDamaged: true };
  }
  const rows = new Uint32Array(chunks.across * chunks.down);
  let missing = width * height;
  for (const part of listParts(layout, chunks)) {
    const read = await paintRows(reader, part, painter);
    rows[part.index] = read;
    missing -= read * part.place.width;
  }
  const share = missing / (width * height);
  if (share === 1 && page === 0)
    throw new EngineError('corrupt-file', 'TIFF: no pixel is readable');
  const raster = finishDrawing(picture, drawing);
  if (share === 0) return { ...raster, mayBeDamaged: true };
  for (const { index, place } of listParts(layout, chunks)) {
    const read = rows[index]!;
    clear(raster, { ...place, y: place.y + read, height: place.height - read });
  }
  return { ...raster, missing: share };
}
