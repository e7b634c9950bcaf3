import { EngineError, orNull, toEngineError } from '../errors.ts';
import { readHevcConfiguration } from '../heif/hevc-configuration.ts';
import { findHevcColor } from '../hevc/coded-color.ts';
import { loadHevcDecoder } from '../hevc/decoder.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';
import type { Cicp, Planes } from '../planes/planes.ts';
import { bothRefused } from './both-refused.ts';
import type { DecodeTiles, CodedTile } from './coded-tile.ts';

const decoder = new ThreadCodec(loadHevcDecoder);

/**
 * Decodes coded items to planes with our own decoder. What that refuses by name goes to libheif,
 * which is loaded only then. The planes are valid only while `take` runs.
 */
export const decodeHevcTiles: DecodeTiles = async (tiles, data, take, onRows) => {
  const own = await decoder.require();
  const onOwnRows =
    onRows && ((planes: Planes, rows: number): void => void onRows(planes, rows, 0));
  for (const [index, tile] of tiles.entries()) {
    try {
      take(index, own.decode(tile.configuration, data[index]!, tile, onOwnRows));
    } catch (error) {
      if (!(error instanceof EngineError && error.feature?.startsWith('hevc-'))) throw error;
      const { decodeTilesByLibheif } = await import('./libheif-decoder.ts');
      const refusal = error;
      await decodeTilesByLibheif([tile], [data[index]!], (_, planes) => take(index, planes)).catch(
        (thrown: unknown) => {
          throw bothRefused(refusal, toEngineError(thrown, 'corrupt-file'));
        },
      );
    }
  }
};

/** Default color where the stream says nothing (ITU-T H.265, E.3.1). */
const unspecified: Cicp = { fullRange: false, primaries: 2, transfer: 2, matrix: 2 };

/** Color according to the tile's configuration. The decoder reports broken ones. */
export function hevcColorOf({ configuration }: CodedTile): Cicp {
  return orNull(() => findHevcColor(readHevcConfiguration(configuration).nalUnits)) ?? unspecified;
}
