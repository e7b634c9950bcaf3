import type { BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodeTiles } from '../../tiles/coded-tile.ts';
import { readInBands } from '../../tiles/read-in-bands.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import { handOutPixels } from '../jpeg/pixel-planes.ts';
import { leftByBrowser } from '../../tiles/whole-file.ts';
import { readWebp } from './container.ts';
import { openInBrowser, openPixelsInBrowser, RangeCheck, webpColor } from './in-browser.ts';

/** The pixels of a file, decoded by the browser. `null` where it fails. */
export function openWebpPixels(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedPixels | null> {
  return openPixelsInBrowser(bytes, readWebp(bytes));
}

/**
 * Decodes a whole file with the browser, which may have begun already. Throws `unsupported-feature`
 * where it fails.
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
