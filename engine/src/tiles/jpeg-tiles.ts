import { jpegDecoder } from '../jpeg-decoder/decoder.ts';
import type { DecodeTiles, RowListener } from './coded-tile.ts';

/** Decodes JPEGs to planes with our own decoder. The planes are valid only while `take` runs. */
export const decodeJpegTiles: DecodeTiles = async (tiles, data, take, onRows, columns) => {
  const own = await jpegDecoder.require();
  for (const [index, tile] of tiles.entries()) {
    if (columns) {
      own.decodeColumns(data[index]!, tile, columns.wanted, columns.take);
      continue;
    }
    const whole: RowListener = (planes, rows) => {
      if (rows === planes.height) take(index, planes);
      return 0;
    };
    own.decode(data[index]!, tile, onRows ?? whole);
  }
};
