import type { DecodeTiles } from '../../tiles/coded-tile.ts';
import { leftByBrowser } from '../../tiles/whole-file.ts';
import { bringToPlanes } from '../jpeg/pixel-planes.ts';
import { readChunks } from './chunks.ts';
import { readPngHeader } from './header.ts';
import { openInBrowser } from './in-browser.ts';

/** Has a whole file decoded by the browser. Throws `unsupported-feature` where that gives nothing. */
export const decodePngTiles: DecodeTiles = async (tiles, data, take, onRows) => {
  for (const [index, { chroma = '4:4:4' }] of tiles.entries()) {
    const bytes = data[index]! as Uint8Array<ArrayBuffer>;
    const chunks = readChunks(bytes, 'unchecked');
    const pixels = await openInBrowser(bytes, chunks, readPngHeader(chunks));
    if (!pixels) throw leftByBrowser();
    try {
      await bringToPlanes(pixels, chroma, (planes, rows, top) => {
        if (onRows) return onRows(planes, rows, top);
        if (rows === planes.height) take(index, planes);
        return 0;
      });
    } finally {
      pixels.close();
    }
  }
};
