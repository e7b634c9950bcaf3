import { applyToSamples } from '../convert/apply-steps.ts';
import { type Hooks, secondsFor, type Job } from '../convert/plan/job.ts';
import { makeRaster, type PictureHooks } from '../convert/make-picture.ts';
import { requireBounded } from '../convert/plan/memory.ts';
import { prepareJob } from '../convert/prepare-job.ts';
import { planSamples } from '../convert/plan/plan-samples.ts';
import { EngineError } from '../errors.ts';
import { toPlanes } from '../formats/jpeg/encode-raster.ts';
import { jpegOutput } from '../formats/jpeg/output.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import type { ColorTags, Raster } from '../planes/raster.ts';
import { joinPlanes } from '../strips/collecting.ts';
import { secondsToLoad } from '../strips/deadlines.ts';
import { planExcerpt } from '../strips/excerpt.ts';
import { componentsOf } from '../strips/frame.ts';
import { makeStrip } from '../strips/make-strip.ts';
import { requireResult, wholeOf } from '../strips/tasks/result.ts';
import { reduceTo8 } from '../transform/depth.ts';
import type { ResampledRows } from '../transform/resampled-rows.ts';
import type { DecodeOptions, PixelSamples, PlaneSamples, Samples } from './samples.ts';
import { requireDecodeOptions } from './validate.ts';

/** A copy with buffers of its own: sending it to another thread must not send the whole file. */
function copyColor({ icc, cicp }: ColorTags): ColorTags {
  return { ...(icc && { icc: icc.slice() }), ...(cicp && { cicp: { ...cicp } }) };
}

/**
 * Decodes a file's primary picture in this thread. Throws as a conversion does, and
 * `invalid-options`.
 */
export async function decodeSamples(
  file: Blob,
  options: DecodeOptions,
  hooks: Hooks,
): Promise<Samples> {
  requireDecodeOptions(options);
  const { as = 'pixels', bitDepth = 8, hdr = 'tone-map', tiles = null, ...shared } = options;
  const format = as === 'planes' ? 'jpeg' : 'png';
  const asked = { ...shared, format, hdr: 'leave-out', metadata: 'strip' } as const;
  const job = await prepareJob(file, '', asked, hooks);
  const inStrips = as === 'planes' ? await decodeInStrips(job, file, tiles, hooks) : null;
  if (inStrips) return inStrips;
  const raster = await decodeWhole(job, hdr === 'keep', hooks);
  return as === 'planes' ? planesOf(job, raster) : pixelsOf(raster, bitDepth);
}

/**
 * Decodes coded tiles without conversion to RGB. `null` without tiles, or if the options need more.
 */
async function decodeInStrips(
  job: Job,
  file: Blob,
  tiles: number | null,
  hooks: Hooks,
): Promise<PlaneSamples | null> {
  const plan = await planSamples(job, job.pictures[0]!.plan);
  if (!plan) return null;
  const excerpt = tiles === null ? null : planExcerpt(plan.tasks, tiles);
  const { color } = plan;
  const tasks = excerpt ? [excerpt.task] : plan.tasks;
  const collecting = excerpt ? { ...plan.collecting, ...excerpt.size } : plan.collecting;
  const rows = tasks.reduce((sum, task) => sum + task.rows, 0);
  let done = 0;
  try {
    const samples: ResampledRows[][] = [];
    for (const task of tasks) {
      const strip = await makeStrip(task, file, hooks.onDeadline ?? (() => {}));
      const { parts } = requireResult(wholeOf(strip), 'samples');
      samples.push(...parts.map((part) => part.rows));
      done += task.rows;
      hooks.onProgress?.(done / rows);
    }
    const joined = joinPlanes(samples, collecting);
    const { width, height, chroma } = collecting;
    return {
      width,
      height,
      chroma,
      color: copyColor(color),
      planes: joined.map(({ data }) => data),
      strides: joined.map(({ stride }) => stride),
    };
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unsupported-feature') return null;
    throw error;
  }
}

/** Decodes the picture and applies the plan's steps, but tone mapping only if wanted. */
async function decodeWhole(job: Job, keepsHdr: boolean, hooks: Hooks): Promise<Raster> {
  const { source, codec, format, options } = job;
  const { plan } = job.pictures[0]!;
  const header = source.pictures[0]!;
  await source.load();
  const pictureHooks: PictureHooks = {
    onShare: (share) => hooks.onProgress?.(share),
    onLoad: (state) =>
      hooks.onDeadline?.(state === 'begins' ? secondsToLoad : secondsFor(header, options)),
  };
  pictureHooks.onLoad('done');
  const bands = source.findBands?.(0, plan.turn) ?? null;
  requireBounded(format, header, plan, bands?.bandPixels ?? null);
  const applied = await makeRaster(job, 0, pictureHooks);
  for (const step of plan.steps) {
    if (step.kind !== 'tone-map' || !keepsHdr) await applyToSamples(step, applied, codec);
  }
  hooks.onProgress?.(1);
  return applied.raster;
}

function pixelsOf(raster: Raster, bitDepth: 8 | 16): PixelSamples {
  const { width, height, opaque, color, data } = bitDepth === 8 ? reduceTo8(raster) : raster;
  const isWide = data instanceof Uint16Array;
  const wide = isWide || bitDepth === 8 ? data : Uint16Array.from(data, (sample) => sample * 257);
  return { width, height, data: wide, opaque, color: copyColor(color) };
}

async function planesOf({ source }: Job, raster: Raster): Promise<PlaneSamples> {
  await jpegOutput.load({ quality: 92, lossless: false, halfChroma: false, small: false });
  const header = source.pictures[0]!;
  const resized = raster.width * raster.height !== header.width * header.height;
  const halved = header.halfChroma && !resized;
  const chroma: ChromaFormat = raster.gray ? '4:0:0' : halved ? '4:2:0' : '4:4:4';
  const { width, height } = raster;
  const strides = componentsOf(chroma).map(({ across }) => Math.ceil(width / across));
  const planes = await toPlanes(raster, chroma);
  return { width, height, chroma, planes, strides, color: copyColor(raster.color) };
}
