import type { ConvertResult, FileOptions } from '../options.ts';
import type { PlannedConversion, StripPlan } from '../strips/tasks/plan.ts';
import type { Chosen } from '../strips/tasks/size-limit.ts';
import type { Hooks, Job } from './plan/job.ts';
import { fileNotes, pictureNotes, videoBeside } from './notes.ts';
import { loadWhole } from './load-whole.ts';
import { prepareJob } from './prepare-job.ts';

/** What a worker makes of a file: the result, or a plan for strips that any worker can make. */
export type Conversion = { kind: 'converted'; result: ConvertResult } | Planned;

export interface Planned {
  kind: 'planned';
  planned: PlannedConversion;
  /** The whole file's bytes, if they are still useful. */
  bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Converts in this thread what can be read of a damaged file. Throws `corrupt-file` where that is nothing, or
 * where the format has no way to tell the parts apart.
 */
export async function salvagePipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks = {},
): Promise<ConvertResult> {
  // A damaged original is no smaller file of the same picture.
  const asked = { ...options, keepSmallerOriginal: false };
  return convertWhole(await prepareJob(file, name, asked, hooks, { isDamaged: true }), hooks);
}

/** The whole pipeline in this thread: sniff, plan, decode, transform, encode, metadata. */
export async function runPipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks = {},
): Promise<ConvertResult> {
  return convertWhole(await prepareJob(file, name, options, hooks), hooks);
}

/** Like `runPipeline`, but returns a plan for strips if that is the first way. */
export async function startPipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks,
  chosen?: Chosen,
): Promise<Conversion> {
  const job = await prepareJob(file, name, options, hooks, { chosen: chosen ?? null });
  const { plan, strips: inStrips } = job.pictures[0]!;
  const isShared = chosen !== undefined || (hooks.idleOthers ?? 0) > 0;
  const strips = inStrips ?? (isShared ? await planShared(job) : null);
  if (!strips) return { kind: 'converted', result: await convertWhole(job, hooks) };
  const { format, width, height } = plan;
  const result = {
    format,
    width,
    height,
    role: 'main' as const,
    input: job.format,
    others: [],
    isMotionPhoto: job.video !== null,
    video: videoBeside(job),
    notes: [...fileNotes(job), ...(await pictureNotes(job, 0))],
    milliseconds: performance.now() - job.started,
  };
  const original = plan.mayKeepOriginal ? await keptOriginal(job) : null;
  const planned = { plan: strips, result, ...(original && { original }) };
  return { kind: 'planned', planned, bytes: job.bytes };
}

/** Plans a picture that one worker makes as a whole and shares with others while it does so. */
async function planShared(job: Job): Promise<StripPlan | null> {
  const { planWhole } = await loadWhole();
  return planWhole(job);
}

async function keptOriginal(job: Job): Promise<PlannedConversion['original'] | null> {
  if (job.video) return null;
  const { findSmallerOriginal } = await import('./smaller-original.ts');
  const kept = await findSmallerOriginal(job, Number.POSITIVE_INFINITY);
  return kept && { ...kept, notes: [...fileNotes(job), ...kept.notes] };
}

/** Most photos do not need this code, so it is loaded separately. */
async function convertWhole(job: Job, hooks: Hooks): Promise<ConvertResult> {
  const { convertHere } = await loadWhole();
  return convertHere(job, hooks);
}
