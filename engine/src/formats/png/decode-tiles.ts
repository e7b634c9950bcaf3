import type { BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodeTiles } from '../../tiles/coded-tile.ts';
import { leftByBrowser } from '../../tiles/whole-file.ts';
import { handOutPixels } from '../jpeg/pixel-planes.ts';
import { readChunks } from './chunks.ts';
import { readPngHeader } from './header.ts';
import { openInBrowser } from './in-browser.ts';

/**
 * Has a whole file decoded by the browser, which may have begun. Throws `unsupported-feature` where that gives
 * nothing.
 */
export function decodePngTiles(begun?: BegunFrame): DecodeTiles {
  return async ([tile], [data], take, onRows) => {
    const bytes = data as Uint8Array<ArrayBuffer>;
    const chunks = readChunks(bytes, 'unchecked');
    const pixels = await openInBrowser(bytes, chunks, readPngHeader(chunks), begun);
    if (!pixels) throw leftByBrowser();
    await handOutPixels(pixels, tile!.pixels!, take, onRows);
  };
}
