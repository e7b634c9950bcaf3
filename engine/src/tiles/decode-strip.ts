import type { Raster } from '../planes/raster.ts';
import type { RgbaConverter } from '../planes/to-rgba.ts';
import { placePart } from '../transform/orient.ts';
import { requireAsPlanned, requireSampleFormat } from './as-planned.ts';
import type { DecodeTiles } from './coded-tile.ts';
import { type ReadableFile, readTiles } from './read-tiles.ts';
import type { StripShape } from './strip-shape.ts';

/**
 * Decodes a strip to upright RGBA: 16 bits per sample if the coded samples have more than 8, else
 * 8.
 */
export async function decodeStrip(
  strip: StripShape,
  source: ReadableFile,
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
