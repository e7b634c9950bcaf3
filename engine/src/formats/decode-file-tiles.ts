import type { Source } from '../codec/input.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { Raster } from '../planes/raster.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { leftByDecoder } from '../tiles/whole-file.ts';
import { unpremultiply } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { handOutPixels } from './jpeg/pixel-planes.ts';
import { requireFormat } from './require-format.ts';
import { loadInput } from './table.ts';

type LoadListener = (state: 'begins' | 'done') => void;

function pixelsOf({ width, height, data, opaque }: Raster): DecodedPixels {
  return {
    ...{ width, height, order: 'rgb', opaque },
    async copy(top, rows, target) {
      target.set(data.subarray(top * width * 4, (top + rows) * width * 4));
    },
    close() {},
  };
}

async function decodeWhole(source: Source, onLoad: LoadListener): Promise<DecodedPixels> {
  const raster = await source.decode(0, onLoad);
  if (raster.mayBeDamaged) throw leftByDecoder('the picture may be damaged');
  return pixelsOf(reduceTo8(unpremultiply(raster)));
}

/**
 * Has a file of any format decoded whole, as its source does it. Throws what that throws, and
 * `unsupported-feature` for a picture that may be damaged: strips cannot tell of it.
 */
export function decodeFileTiles(onLoad: LoadListener): DecodeTiles {
  return async ([tile], [data], take, onRows) => {
    const bytes = data as Uint8Array<ArrayBuffer>;
    const input = await loadInput(requireFormat(bytes));
    const source = await input.open(bytes);
    const pixels = (await source.decodePixels?.(0, 'any')) ?? (await decodeWhole(source, onLoad));
    await handOutPixels(pixels, tile!.pixels!, take, onRows);
  };
}
