import type { RgbaConverter } from '../planes/to-rgba.ts';
import type { Raster } from '../planes/raster.ts';
import { placePart } from '../transform/orient.ts';
import type { DecodeTiles, Source } from '../strips/run-jpeg.ts';
import { readTiles, requireAsPlanned, requireSampleFormat } from '../strips/run-jpeg.ts';
import type { StripShape } from '../strips/task.ts';

/** Decodes a strip to upright RGBA: 8 bits a sample, 16 when the coded samples have more than 8. */
export async function decodeStrip(
  strip: StripShape,
  source: Source,
  decode: DecodeTiles,
  converter: RgbaConverter,
): Promise<Raster> {
  const { width, rows, turn } = strip;
  const deep = strip.bitDepth > 8;
  const size = width * rows * 4;
  const raster: Raster = {
    width,
    height: rows,
    data: deep ? new Uint16Array(size) : new Uint8ClampedArray(size),
    opaque: true,
    gray: strip.chroma === '4:0:0',
    premultiplied: false,
    color: {},
  };
  const data = await readTiles(source, strip.tiles);
  await decode(strip.tiles, data, (index, planes) => {
    requireAsPlanned(strip, strip.tiles[index]!, planes);
    const tile = converter.convert(planes, requireSampleFormat(strip, planes), deep);
    for (const { tile: of, from, to } of strip.pieces) {
      if (of === index) placePart(tile, { crop: from, ...turn }, raster, to.x, to.y);
    }
  });
  return raster;
}
