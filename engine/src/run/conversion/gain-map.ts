import { EngineError } from '../../errors.ts';
import { closeHead } from '../../gain-map/open-head.ts';
import type { GainMapPlan, MapBehind } from '../../strips/task.ts';
import { sizeOf, type MakeAll, type Parts } from './file-parts.ts';

/**
 * Damage and what nobody decodes are no reason to fail: the picture may be whole. What our own decoder of JPEGs
 * leaves to others, another way than strips may decode where there is memory for that.
 */
async function orNull<T>(
  promise: Promise<T>,
  { tasks, fitsWhole }: GainMapPlan,
): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const code = error instanceof EngineError ? error.code : null;
    const mayBeDecoded = fitsWhole && tasks[0]!.tiles[0]!.codec === 'jpeg';
    if (code === 'corrupt-file' || (code === 'unsupported-feature' && !mayBeDecoded)) return null;
    throw error;
  }
}

/**
 * Has a gain map made at once. What comes back gives it as it is stored, or at the best quality that takes no more
 * than `room` bytes, or at the least there is; `null` for a map that is broken, which shows when it is made.
 */
export function startGainMap(
  plan: GainMapPlan,
  makeAll: MakeAll,
): (room: number) => Promise<Parts | null> {
  const { tasks, collecting, headers, stored } = plan;
  const makeAt = async ({ quality, bytes }: GainMapPlan['headers'][number]): Promise<Parts> => {
    const atQuality = tasks.map((task) => ({ ...task, quality }));
    return [bytes, ...(await makeAll({ tasks: atQuality, collecting }))];
  };
  const first = orNull(makeAt(headers[0]!), plan);
  // Whoever waits for the picture hears of it.
  first.catch(() => {});
  return async (room) => {
    let map = await first;
    if (map && stored && stored.length <= room) return [stored];
    for (const next of headers.slice(1)) {
      if (!map || sizeOf(map) <= room) break;
      map = await orNull(makeAt(next), plan);
    }
    return map;
  };
}

/** Bytes of what the picture's header says of the map. */
export function wordsAbout({ head }: MapBehind, header: Uint8Array): number {
  return head.bytes.length - header.length;
}

/** A picture, from its scan on, with its map behind it. */
export function joinGainMap({ head, behind }: MapBehind, picture: Parts, map: Parts): Parts {
  closeHead(head, head.bytes.length + sizeOf(picture), [sizeOf(map), ...behind]);
  return [head.bytes, ...picture, ...map];
}
