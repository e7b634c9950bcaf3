import type { Conversion } from '../../convert/pipeline.ts';
import type { ConvertResult } from '../../options.ts';
import type { Planes } from '../../planes/planes.ts';
import type { WriteScan } from '../../strips/scans.ts';
import type {
  Chosen,
  DarkenedRows,
  RoomForMap,
  StripPlan,
  StripResult,
  StripTask,
  WebpFrame,
} from '../../strips/task.ts';

/**
 * Has one strip of a plan made, and says how much of it is done; rejects with an EngineError,
 * `canceled` among them once the signal is aborted. `decoded` are the strip's planes where it is made of
 * such; they go away with it.
 */
export type RunTask = (
  task: StripTask,
  signal: AbortSignal,
  plan: StripPlan,
  onProgress: (fraction: number) => void,
  decoded?: Planes,
) => Promise<StripResult>;

/** Has scan data written as `WriteScan` says; rejects as `RunTask`. */
export type RunScan = (
  ...asked: [...Parameters<WriteScan>, signal: AbortSignal]
) => ReturnType<WriteScan>;

/** Has strips of macroblocks, which go away with it, joined to a WebP file; rejects as `RunTask`. */
export type RunWebp = (
  strips: Uint8Array<ArrayBuffer>[],
  frame: WebpFrame,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Has a gain map made of what tone mapping has left of light, which goes away with it; rejects as `RunTask`. */
export type RunMap = (
  darkened: DarkenedRows[],
  room: RoomForMap,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** How a pool has the parts of a conversion done. */
export interface Runners {
  /** Converts the file in one piece, or answers with a plan for strips; with what was chosen, a plan for that. */
  start: (onProgress: (fraction: number) => void, chosen?: Chosen) => Promise<Conversion>;
  /** Converts the file in one piece. */
  runWhole: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  /** Converts what can be read of a damaged file, in one piece. */
  salvage: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  runTask: RunTask;
  runScan: RunScan;
  runWebp: RunWebp;
  runMap: RunMap;
}

/** What making a picture in strips takes of them. */
export type StripRunners = Omit<Runners, 'runWhole' | 'salvage'>;
