import type { StripPlan, StripTask } from '../strips/task.ts';
import type { CodedTile } from '../tiles/coded-tile.ts';

/** Larger files stay where they are: workers read what they need of them. */
const maxBytes = 16e6;

/** Coded data of fewer strips is read by those who decode it, at the same time. */
const minTasks = 3;

/**
 * Whether a planned file's bytes are worth sending along: a worker that reads does nothing else, a few
 * milliseconds a strip and more where its tiles do not lie one behind the other, as in turned pictures.
 */
export function isWorthSending(bytes: Uint8Array, { tasks }: StripPlan): boolean {
  return bytes.length <= maxBytes && tasks.length >= minTasks;
}

function lengthOf({ data }: CodedTile): number {
  return data instanceof Uint8Array ? data.length : data.end - data.start;
}

/** A task with the coded data of its tiles, copied from the whole file to a buffer of its own. */
export function withCodedData<Task extends StripTask>(
  task: Task,
  file: Uint8Array,
): { task: Task; transfer: ArrayBuffer[] } {
  const own = new Uint8Array(task.tiles.reduce((sum, tile) => sum + lengthOf(tile), 0));
  let at = 0;
  const tiles = task.tiles.map((tile): CodedTile => {
    const { data } = tile;
    const from = data instanceof Uint8Array ? data : file.subarray(data.start, data.end);
    own.set(from, at);
    at += from.length;
    return { ...tile, data: own.subarray(at - from.length, at) };
  });
  return { task: { ...task, tiles }, transfer: [own.buffer] };
}
