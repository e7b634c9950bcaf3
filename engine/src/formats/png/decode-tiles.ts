import type { BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { DecodeTiles } from '../../tiles/coded-tile.ts';
import { leftByBrowser } from '../../tiles/whole-file.ts';
import { handOutPixels } from '../jpeg/pixel-planes.ts';
import { isForBands } from './bands.ts';
import { readChunks, type Chunk } from './chunks.ts';
import { readPngHeader, type PngHeader } from './header.ts';
import { openInBrowser } from './in-browser.ts';

async function openInBands(chunks: Chunk[], header: PngHeader): Promise<DecodedPixels> {
  const { BandedPixels } = await import('./banded-pixels.ts');
  return new BandedPixels(chunks, header);
}

/** The pixels of a file that the browser decodes; `null` where it gives none. */
export function openPngPixels(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedPixels | null> {
  const chunks = readChunks(bytes, 'unchecked');
  return openInBrowser(bytes, chunks, readPngHeader(chunks));
}

/**
 * Has a whole file decoded by the browser, which may have begun. A large one, of which rows are wanted in their
 * order, our own decoder takes: the browser's holds all of its pixels. Throws `unsupported-feature` where the
 * browser's gives nothing.
 */
export function decodePngTiles(begun: BegunFrame | undefined, inOrder: boolean): DecodeTiles {
  return async ([tile], [data], take, onRows) => {
    const bytes = data as Uint8Array<ArrayBuffer>;
    const chunks = readChunks(bytes, 'unchecked');
    const header = readPngHeader(chunks);
    const pixels =
      inOrder && isForBands(header)
        ? await openInBands(chunks, header)
        : await openInBrowser(bytes, chunks, header, begun);
    if (!pixels) throw leftByBrowser();
    await handOutPixels(pixels, tile!.pixels!, take, onRows);
  };
}
