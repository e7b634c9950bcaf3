// What making a file within a limit of bytes needs, whatever its format.
import { EngineError } from '../../errors.ts';
import type { AlphaPlane } from '../../formats/webp/alpha/alpha-plane.ts';
import type { Size } from '../../geometry.ts';
import type { ConvertedPicture } from '../../options.ts';
import { samplingOf } from '../../planes/sampling.ts';
import type { CollectedPicture } from '../../strips/collecting.ts';
import type { PartRunners } from '../../strips/limit/reach-size.ts';
import type { WriteWebp } from '../../strips/limit/reach-webp.ts';
import {
  type CollectedStrips,
  type CollectedTask,
  type Collecting,
  isLimited,
  type LimitedPlan,
  type RoomForMap,
  type StripPlan,
} from '../../strips/tasks/plan.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import type { McuStripTask, StripOutput } from '../../strips/tasks/task.ts';
import type { MakeJpeg, MakeStrips, MakeWebp, Parts, Strips } from './file-parts.ts';

/** How the parts of a file with a size limit are made. */
export interface LimitRunners extends Pick<PartRunners, 'runPart' | 'writeScan'> {
  /** Has strips made that return their samples, and perhaps symbol counts. */
  collect: (tasks: readonly CollectedTask[], collecting: Collecting) => Promise<CollectedPicture>;
  makeStrips: MakeStrips;
  makeJpeg: MakeJpeg;
  makeWebp: MakeWebp;
  writeWebp: WriteWebp;
  /** Codes alpha for a picture of this size. */
  makeAlpha: (alpha: AlphaPlane, size: Size) => Promise<Uint8Array<ArrayBuffer>>;
  /** Makes the map from what tone mapping took away, once strips are made. */
  makeMap: (room: RoomForMap) => Promise<Uint8Array<ArrayBuffer>>;
  /** Plans the same file for another size and quality. */
  replan: (chosen: Chosen) => Promise<StripPlan>;
}

/** What a plan became, apart from what its result says already. */
export type Made = Pick<ConvertedPicture, 'width' | 'height' | 'hasGainMap'> & {
  notes: readonly ConvertedPicture['notes'][number][];
  parts: Parts;
};

/** A new plan of a file with a limit. Throws if its strips return no samples any more. */
export function requireLimited<Kind extends LimitedPlan['kind']>(
  plan: StripPlan,
  kind: Kind,
): LimitedPlan<Kind> {
  if (isLimited(plan) && hasKind(plan, kind)) return plan;
  throw new EngineError('unsupported-feature', 'the strips of the file are no samples any more');
}

function hasKind<Kind extends LimitedPlan['kind']>(
  plan: LimitedPlan,
  kind: Kind,
): plan is LimitedPlan<Kind> {
  return plan.kind === kind;
}

/** Whether a strip can be encoded on its own. */
function isWholeMcus(task: CollectedTask): task is McuStripTask {
  if (task.kind === 'whole') return false;
  const { firstMcuRow, rows, chroma, last } = task;
  return Number.isInteger(firstMcuRow) && (last || rows % (8 * samplingOf(chroma).down) === 0);
}

/**
 * Strips that become `output` instead of samples: directly, or as parts where strips cannot be
 * encoded one by one.
 */
export function stripsFor({ tasks, collecting }: CollectedStrips, output: StripOutput): Strips {
  const { resampling } = collecting;
  if (!resampling && tasks.every(isWholeMcus)) {
    return { tasks: tasks.map((task): McuStripTask => ({ ...task, output })), collecting: null };
  }
  const samples = { kind: 'samples', resampling, counting: null } as const;
  const collected = tasks.map((task): CollectedTask =>
    task.kind === 'whole' ? task : { ...task, output: samples },
  );
  return { tasks: collected, collecting };
}
