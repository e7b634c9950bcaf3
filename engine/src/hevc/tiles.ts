import { EngineError } from '../errors.ts';
import type { DecodeTiles } from '../strips/run.ts';
import { type HevcDecoder, loadHevcDecoder } from './decoder.ts';

let decoder: Promise<HevcDecoder> | null = null;

function requireDecoder(): Promise<HevcDecoder> {
  decoder ??= loadHevcDecoder().catch((error: unknown) => {
    decoder = null;
    throw error;
  });
  return decoder;
}

/**
 * Decodes coded items to planes with the engine's own decoder, and those that it refuses by name
 * with libheif, which is only loaded then. The planes hold while `take` runs.
 */
export const decodeHevcTiles: DecodeTiles = async (tiles, data, take) => {
  const own = await requireDecoder();
  for (const [index, tile] of tiles.entries()) {
    try {
      take(index, own.decode(tile.configuration, data[index]!, tile));
    } catch (error) {
      if (!(error instanceof EngineError && error.feature?.startsWith('hevc-'))) throw error;
      const { decodeTilesByLibheif } = await import('../libheif/tiles.ts');
      await decodeTilesByLibheif([tile], [data[index]!], (_, planes) => take(index, planes));
    }
  }
};
