import type { Conversion } from '../../convert/pipeline.ts';
import type { AlphaPlane } from '../../formats/webp/alpha/alpha-plane.ts';
import type { Size } from '../../geometry.ts';
import type { ConvertResult } from '../../options.ts';
import type { Planes } from '../../planes/planes.ts';
import type { WriteScan } from '../../strips/scans.ts';
import type { RoomForMap, StripPlan } from '../../strips/tasks/plan.ts';
import type { DarkenedRows, StripResult } from '../../strips/tasks/result.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import type { StripTask } from '../../strips/tasks/task.ts';
import type { WebpFrame } from '../../strips/tasks/webp-frame.ts';

/**
 * Has one strip of a plan made and reports its progress. Rejects with an EngineError, `canceled`
 * once the signal is aborted. `decoded` are the strip's planes if it is made of planes; they are
 * transferred.
 */
export type RunTask = (
  task: StripTask,
  signal: AbortSignal,
  plan: StripPlan,
  onProgress: (fraction: number) => void,
  decoded?: Planes,
) => Promise<StripResult>;

/** Has scan data written, see `WriteScan`. Rejects as `RunTask` does. */
export type RunScan = (
  ...asked: [...Parameters<WriteScan>, signal: AbortSignal]
) => ReturnType<WriteScan>;

/**
 * Has strips of macroblocks joined to a WebP file. The strips are transferred. Rejects as `RunTask`
 * does.
 */
export type RunWebp = (
  strips: Uint8Array<ArrayBuffer>[],
  frame: WebpFrame,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Has a gain map made from what tone mapping took away, which is transferred. Rejects as `RunTask`
 * does.
 */
export type RunMap = (
  darkened: DarkenedRows[],
  room: RoomForMap,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Has the alpha of a WebP of some size coded, whatever size it has. Rejects as `RunTask` does.
 */
export type RunAlpha = (
  alpha: AlphaPlane,
  size: Size,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** How a pool runs the parts of a conversion. */
export interface Runners {
  /**
   * Converts the file in one piece, or returns a plan for strips. If `chosen` is given, plans for
   * that.
   */
  start: (onProgress: (fraction: number) => void, chosen?: Chosen) => Promise<Conversion>;
  /** Converts the file in one piece. */
  runWhole: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  /** Converts what can be read of a damaged file, in one piece. */
  salvage: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  runTask: RunTask;
  runScan: RunScan;
  runWebp: RunWebp;
  runAlpha: RunAlpha;
  runMap: RunMap;
}

/** The runners that a picture in strips needs. */
export type StripRunners = Omit<Runners, 'runWhole' | 'salvage'>;
