import { joinBytes } from '../../bytes/join.ts';
import type { StripPlan } from '../../strips/tasks/plan.ts';
import type { StripTask } from '../../strips/tasks/task.ts';
import type { CodedTile } from '../../tiles/coded-tile.ts';

/** Larger files are not sent: workers read what they need of them. */
const maxBytes = 16e6;

/** With two strips, the workers that decode them read their coded data at the same time. */
const fewTasks = 2;

/**
 * Whether a planned file's bytes are worth sending along. A worker that reads does nothing else
 * meanwhile: a few milliseconds per strip, or more if its tiles are not contiguous, as in turned
 * pictures.
 */
export function isWorthSending(bytes: Uint8Array, { tasks }: StripPlan): boolean {
  return bytes.length <= maxBytes && tasks.length !== fewTasks && tasks[0]?.kind !== 'whole';
}

type TileInMemory = CodedTile & { data: Uint8Array };

function viewTiles({ tiles }: StripTask, file: Uint8Array): TileInMemory[] {
  return tiles.map((tile) => {
    const { data } = tile;
    const view = data instanceof Uint8Array ? data : file.subarray(data.start, data.end);
    return { ...tile, data: view };
  });
}

/** A task with its tiles' coded data as views of the whole file. */
export function viewCodedData<Task extends StripTask>(task: Task, file: Uint8Array): Task {
  return { ...task, tiles: viewTiles(task, file) };
}

/** A task with its tiles' coded data, copied from the whole file to a buffer of its own. */
export function withCodedData<Task extends StripTask>(
  task: Task,
  file: Uint8Array,
): { task: Task; transfer: ArrayBuffer[] } {
  const views = viewTiles(task, file);
  const own = joinBytes(views.map(({ data }) => data));
  let at = 0;
  const tiles = views.map((tile) => {
    const start = at;
    at += tile.data.length;
    return { ...tile, data: own.subarray(start, at) };
  });
  return { task: { ...task, tiles }, transfer: [own.buffer] };
}
