import { decodePlanes } from '../libheif/decode-planes.ts';
import type { DecodeTiles } from './coded-tile.ts';
import { writeSingleItem } from './single-item.ts';

/**
 * Decodes coded items to planes with libheif. Wraps each in a file of its own, so that memory stays
 * at one tile's. The planes are valid only while `take` runs.
 */
export const decodeTilesByLibheif: DecodeTiles = async (tiles, data, take) => {
  for (const [index, tile] of tiles.entries()) {
    await decodePlanes(writeSingleItem(tile, data[index]!), (planes) => take(index, planes));
  }
};
