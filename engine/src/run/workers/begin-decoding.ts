import { BegunDecoding } from '../../browser/begun-decoding.ts';
import { foreseeForBrowser as foreseeAvif } from '../../formats/avif/first-bytes.ts';
import { foreseeForBrowser as foreseePng } from '../../formats/png/first-bytes.ts';
import { sniff } from '../../formats/sniff.ts';
import { foreseeForBrowser as foreseeWebp } from '../../formats/webp/first-bytes.ts';
import { mostPixelsAtOnce, type Size } from '../../geometry.ts';
import type { ConvertOptions } from '../../options.ts';
import type { StripTask } from '../../strips/tasks/task.ts';
import { isForBrowser } from '../../tiles/coded-tile.ts';
import { isTurned } from '../../transform/orient.ts';

/**
 * Holds for a file that is mostly samples. Anything else in it need not be in the page's memory.
 */
const maxBytesPerPixel = 4;

const foreseen: Partial<Record<string, (start: Uint8Array) => Size | null>> = {
  avif: foreseeAvif,
  png: foreseePng,
  webp: foreseeWebp,
};

/** Whether the samples of a JPEG made with these options stay as they are, apart from a turn. */
function isPlain({ format = 'jpeg', color, crop, resize, targetBytes }: ConvertOptions): boolean {
  return format === 'jpeg' && color !== 'srgb' && !crop && !resize && targetBytes === undefined;
}

/** The MIME type of a file if a worker will most likely have the browser decode it, else `null`. */
export function foreseeMime(
  start: Uint8Array,
  fileSize: number,
  options: ConvertOptions,
): string | null {
  const format = isPlain(options) ? sniff(start) : null;
  const size = format && foreseen[format]?.(start);
  if (!size) return null;
  const pixels = size.width * size.height;
  // A frame takes up to 4 bytes per pixel, besides the file, until a worker takes it.
  const isModest = pixels <= mostPixelsAtOnce && fileSize <= pixels * maxBytesPerPixel;
  return isModest ? `image/${format}` : null;
}

/**
 * Whether a strip is made of a whole file that the browser's image decoder can decode. An AV1 item
 * qualifies only without turn and crop, because browsers differ in whether they apply these to
 * frames.
 */
export function takesFrame({ tiles, turn, width, rows }: StripTask): boolean {
  const [tile, ...others] = tiles;
  if (isForBrowser(tile!)) return true;
  const isWhole = others.length === 0 && tile!.width === width && tile!.height === rows;
  return tile!.codec === 'av1' && isWhole && !isTurned(turn);
}

/**
 * Starts decoding in the page, on a thread of the browser, what a worker would ask the browser to
 * decode, while workers start, load their code and plan. `null` if there is nothing to gain.
 *
 * @param start The file's first bytes (`sniffLength`).
 */
export function beginDecoding(
  file: Blob,
  start: Promise<Uint8Array>,
  options: ConvertOptions,
): BegunDecoding | null {
  if (typeof ImageDecoder === 'undefined' || !isPlain(options)) return null;
  return new BegunDecoding(async () => {
    const mime = foreseeMime(await start, file.size, options);
    return mime === null ? null : { bytes: await file.arrayBuffer(), mime };
  });
}
