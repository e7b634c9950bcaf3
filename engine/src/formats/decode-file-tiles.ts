import type { Source } from '../codec/input.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { toEngineError } from '../errors.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { Raster } from '../planes/raster.ts';
import { pixelsOfRaster } from '../planes/raster-pixels.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { leftByDecoder } from '../tiles/whole-file.ts';
import { unpremultiply } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { handOutPixels } from './jpeg/pixel-planes.ts';
import { requireFormat } from './require-format.ts';
import { loadInput } from './table.ts';

type LoadListener = (state: 'begins' | 'done') => void;

/** Opens the file, loading the code that decodes its format. */
async function openSource(bytes: Uint8Array<ArrayBuffer>, onLoad: LoadListener): Promise<Source> {
  onLoad('begins');
  const input = await loading(loadInput(await requireFormat(bytes)));
  const source = await input.open(bytes);
  await loading(source.load());
  onLoad('done');
  return source;
}

async function loading<T>(code: Promise<T>): Promise<T> {
  try {
    return await code;
  } catch (error) {
    throw toEngineError(error, 'code-not-loaded');
  }
}

/** Whether the raster's colors match the file's header, which is where strips take colors from. */
function isAsDescribed({ color }: Raster, header: PictureHeader): boolean {
  const said = header.decodesTo?.srgb ? {} : header.color;
  const isSameLight =
    color.cicp?.primaries === said.cicp?.primaries && color.cicp?.transfer === said.cicp?.transfer;
  return isSameLight && color.icc?.length === said.icc?.length;
}

async function decodeWhole(source: Source, onLoad: LoadListener): Promise<DecodedPixels> {
  const raster = await source.decode(0, onLoad);
  if (raster.mayBeDamaged) throw leftByDecoder('the picture may be damaged');
  if (!isAsDescribed(raster, source.pictures[0]!)) {
    throw leftByDecoder('the picture has other colors than its file says');
  }
  return pixelsOfRaster(reduceTo8(unpremultiply(raster)));
}

/**
 * Decodes a file of any format with its source's decoder: whole, or from the top where possible
 * (deep samples need rows in order, see `findDecoded`). Throws what the source throws, and
 * `code-not-loaded`. Also throws `unsupported-feature` for a picture that may be damaged or whose
 * colors differ from its header, because strips cannot report either.
 */
export function decodeFileTiles(onLoad: LoadListener): DecodeTiles {
  return async ([tile], [data], take, onRows) => {
    const source = await openSource(data as Uint8Array<ArrayBuffer>, onLoad);
    const pixels =
      (await source.decodePixels?.(0, 'any')) ??
      (await source.decodeInOrder?.(0, onLoad)) ??
      (await decodeWhole(source, onLoad));
    await handOutPixels(pixels, tile!.pixels!, take, onRows);
  };
}
