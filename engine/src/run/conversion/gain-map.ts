import { EngineError } from '../../errors.ts';
import { closeHead } from '../../gain-map/open-head.ts';
import type { GainMapPlan, MapBehind } from '../../strips/tasks/plan.ts';
import { sizeOf, type MakeJpeg } from './file-parts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * `null` for a map that is damaged or that nothing can decode, because the picture may still be
 * whole. Where only our JPEG decoder cannot decode it, the error passes if there is memory for
 * another way than strips.
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
 * Starts to make a gain map. The returned function gives the map as it is stored, or at the best
 * quality that takes at most `room` bytes, or else at the lowest quality. It gives `null` for a map
 * that turns out broken.
 */
export function startGainMap(
  plan: GainMapPlan,
  makeJpeg: MakeJpeg,
): (room: number) => Promise<Bytes[] | null> {
  const { tasks, collecting, headers, stored } = plan;
  const makeAt = async ({ quality, bytes }: GainMapPlan['headers'][number]): Promise<Bytes[]> => {
    const atQuality = tasks.map((task) => ({ ...task, quality }));
    return [bytes, ...(await makeJpeg({ tasks: atQuality, collecting }))];
  };
  const first = orNull(makeAt(headers[0]!), plan);
  // The caller handles this error once the picture is done.
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

/** Bytes that the picture's header takes to describe the map. */
export function wordsAbout({ head }: MapBehind, header: Uint8Array): number {
  return head.bytes.length - header.length;
}

/** A picture, from its scan on, followed by its map. */
export function joinGainMap({ head, behind }: MapBehind, picture: Bytes[], map: Bytes[]): Bytes[] {
  closeHead(head, head.bytes.length + sizeOf(picture), [sizeOf(map), ...behind]);
  return [head.bytes, ...picture, ...map];
}
