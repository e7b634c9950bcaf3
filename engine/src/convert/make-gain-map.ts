// The gain map of a picture that is tone-mapped in parts.
import { joinBytes } from '../bytes/join.ts';
import { toEngineError } from '../errors.ts';
import { loadOutput } from '../formats/table.ts';
import { plainMetadata } from '../gain-map/metadata.ts';
import type { RoomForMap } from '../strips/tasks/plan.ts';
import type { DarkenedRows } from '../strips/tasks/result.ts';
import { encodeGainMap } from './gain-map.ts';

/** Makes a map from its parts, in the form that follows a JPEG. Throws `encode-failed`. */
export async function makeGainMap(
  parts: readonly DarkenedRows[],
  { bytes, most }: RoomForMap,
): Promise<Uint8Array<ArrayBuffer>> {
  const { stops, samples } = parts[0]!;
  const { width } = samples;
  const height = parts.reduce((sum, part) => sum + part.samples.height, 0);
  const data = joinBytes(parts.map((part) => part.samples.data));
  const map = {
    samples: { width, height, channels: 1, data } as const,
    stored: null,
    metadata: plainMetadata(stops),
    icc: undefined,
  };
  try {
    const codec = await loadOutput('jpeg');
    return codec.gainMaps!.describe(await encodeGainMap(map, codec, bytes, most));
  } catch (error) {
    throw toEngineError(error, 'encode-failed');
  }
}
