import type { BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodeTiles } from '../../tiles/coded-tile.ts';
import { readInBands } from '../../tiles/read-in-bands.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import { handOutPixels } from '../jpeg/pixel-planes.ts';
import { leftByBrowser } from '../../tiles/whole-file.ts';
import { readWebp } from './container.ts';
import { openInBrowser, openPixelsInBrowser, RangeCheck, webpColor } from './in-browser.ts';

/** The pixels of a file that the browser decodes; `null` where it gives none. */
export function openWebpPixels(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedPixels | null> {
  return openPixelsInBrowser(bytes, readWebp(bytes));
}

/**
 * Has a whole file decoded by the browser, which may have begun. Throws `unsupported-feature` where that gives
 * nothing.
 */
export function decodeWebpTiles(begun?: BegunFrame): DecodeTiles {
  return async ([tile], [data], take, onRows) => {
    const bytes = data as Uint8Array<ArrayBuffer>;
    const file = readWebp(bytes);
    if (tile!.pixels) {
      const pixels = await openPixelsInBrowser(bytes, file, begun);
      if (!pixels) throw leftByBrowser();
      return handOutPixels(pixels, tile!.pixels, take, onRows);
    }
    const kept = await openInBrowser(bytes, file, begun);
    if (!kept) throw leftByBrowser();
    const { width, height } = kept;
    const range = new RangeCheck();
    try {
      await readInBands({ width, height }, take, onRows, async (top, rows) => {
        const planes = await kept.copy(top, rows);
        range.add(planes);
        return { ...planes, height, color: webpColor, isOwn: true };
      });
    } finally {
      kept.close();
    }
    if (!range.isPassed) throw leftByBrowser();
  };
}
