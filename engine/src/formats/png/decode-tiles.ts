import type { BegunFrame } from '../../browser/image-decoder.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { Turn } from '../../geometry.ts';
import { partRowsOf, type CodedTile, type DecodeTiles } from '../../tiles/coded-tile.ts';
import type { Piece } from '../../tiles/layout.ts';
import { leftByBrowser } from '../../tiles/whole-file.ts';
import { isTurned } from '../../transform/orient.ts';
import { loadWasm } from '../../wasm/load.ts';
import { handOutPixels } from '../jpeg/pixel-planes.ts';
import type { BandedPixels } from './banded-pixels.ts';
import { isForBands } from './bands.ts';
import { readChunks, type Chunk } from './chunks.ts';
import { isSimple, readPngHeader, type PngHeader } from './header.ts';
import { isForBrowser, openInBrowser } from './in-browser.ts';

/** Loads our own decoder, which is separate from the code for the browser's. */
export async function loadOwnDecoder(): Promise<typeof BandedPixels> {
  const [own] = await Promise.all([import('./banded-pixels.ts'), loadWasm('png-codec')]);
  return own.BandedPixels;
}

async function openInBands(
  chunks: Chunk[],
  header: PngHeader,
  reach: number,
): Promise<DecodedPixels> {
  const Pixels = await loadOwnDecoder();
  return new Pixels(chunks, header, reach);
}

/** Whether our own decoder is faster than the browser's, once loaded. */
function isOwnFaster(header: PngHeader): boolean {
  return isForBrowser(header) && isSimple(header);
}

/** The pixels of a file. Rows can be copied in order, and the latest `reach` of them again. */
export async function openPngPixels(
  bytes: Uint8Array<ArrayBuffer>,
  reach: number,
): Promise<DecodedPixels | null> {
  const chunks = readChunks(bytes, 'unchecked');
  const header = readPngHeader(chunks);
  if (isOwnFaster(header)) return openInBands(chunks, header, reach);
  return openInBrowser(bytes, chunks, header);
}

/** The parts of a file that make up a strip. */
interface FilePieces {
  tiles: readonly CodedTile[];
  pieces: readonly Piece[];
  turn: Turn;
}

/**
 * Decodes a whole file with the browser if it has already begun or our own decoder is slower. The
 * browser also takes files whose rows do not come in order, or are not wanted in order. Throws
 * `unsupported-feature` where the browser's decoder fails.
 */
export async function loadPngTiles(
  { tiles, pieces, turn }: FilePieces,
  begun: BegunFrame | undefined,
): Promise<DecodeTiles> {
  const [{ width, height }] = tiles as [CodedTile];
  // Strips of a whole tile begin where its bands do; those of a part may begin anywhere.
  const isWhole = pieces.every(({ from }) => from.width === width && from.height === height);
  const reach = isWhole ? 0 : partRowsOf(height, width);
  const inOrder = !isTurned(turn);
  if (inOrder && !begun) await loadOwnDecoder();
  return async ([tile], [data], take, onRows) => {
    const bytes = data as Uint8Array<ArrayBuffer>;
    const chunks = readChunks(bytes, 'unchecked');
    const header = readPngHeader(chunks);
    const isOwn = isForBands(header) || (!begun && isOwnFaster(header));
    const pixels =
      inOrder && isOwn
        ? await openInBands(chunks, header, reach)
        : await openInBrowser(bytes, chunks, header, begun);
    if (!pixels) throw leftByBrowser();
    await handOutPixels(pixels, tile!.pixels!, take, onRows);
  };
}
