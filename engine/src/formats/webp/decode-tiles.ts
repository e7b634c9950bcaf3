import { leftByBrowser } from '../../tiles/whole-file.ts';
import type { DecodeTiles } from '../../tiles/coded-tile.ts';
import { readWebp } from './container.ts';
import { decodePlanes } from './in-browser.ts';

/** Has a whole file decoded by the browser. Throws `unsupported-feature` where that gives nothing. */
export const decodeWebpTiles: DecodeTiles = async (tiles, data, take) => {
  for (const index of tiles.keys()) {
    const bytes = data[index]! as Uint8Array<ArrayBuffer>;
    const planes = await decodePlanes(bytes, readWebp(bytes));
    if (!planes) throw leftByBrowser();
    take(index, planes);
  }
};
