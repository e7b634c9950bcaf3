// A lossy WebP of a picture that one worker has to make as a whole. Other workers code most of its
// rows.
import { profileFor } from '../color/profile-for.ts';
import { toPlanes } from '../formats/jpeg/encode-raster.ts';
import { takeAlpha } from '../formats/webp/encode-lossy.ts';
import type { Raster } from '../planes/raster.ts';
import { isPart, SampleCollector } from '../strips/collecting.ts';
import { makePart } from '../strips/make-part.ts';
import type { StripPart } from '../strips/parts.ts';
import type { StripHooks } from '../strips/run-jpeg.ts';
import {
  type KeptPart,
  type MadeStrip,
  noFindings,
  type StripResult,
  wholeOf,
} from '../strips/tasks/result.ts';
import type { WholeTask } from '../strips/tasks/task.ts';
import { encodingOf } from './plan/plan.ts';
import { renderWhole, type WholeHooks } from './render-whole.ts';

/** Number of pixels that is worth a message to another worker, and the most rows in a part. */
const partPixels = 0.75e6;
const maxPartRows = 1024;
const macroblock = 16;

/** Makes a picture and codes the rows that are not handed over. Throws as `convertHere` does. */
export async function makeWholeWebp(
  task: WholeTask,
  file: Blob,
  hooks: WholeHooks,
): Promise<MadeStrip> {
  const { job, raster, notes } = await renderWhole(task, file, hooks);
  const { quality } = encodingOf(job.pictures[0]!.plan).settings;
  const webp = { icc: profileFor(raster.color), alpha: takeAlpha(raster) };
  const found: StripResult = { ...noFindings, kind: 'macroblocks', parts: [], notes, webp };
  return codeAll(raster, quality, found, hooks.sharing);
}

/** @param found What is known of the picture. It comes before the first rows. */
async function codeAll(
  raster: Raster,
  quality: number,
  found: StripResult,
  sharing: StripHooks['sharing'],
): Promise<MadeStrip> {
  const { width, height } = raster;
  const rows = Math.max(1, Math.floor(Math.min(partPixels / width, maxPartRows) / macroblock));
  const partRows = rows * macroblock;
  const count = Math.ceil(height / partRows);
  const own = Math.ceil(count / ((sharing?.others ?? 0) + 1));
  const kept: KeptPart[] = [{ index: 0, result: found }];
  for await (const part of cut(raster, partRows, quality)) {
    const index = part.index + 1;
    if (sharing && part.index < count - own) sharing.handOver({ ...part, index });
    else kept.push({ index, result: await makePart(part.task, part.planes) });
  }
  const made: MadeStrip = { kind: 'kept', parts: kept };
  return sharing ? made : wholeOf(made);
}

/** Cuts a raster's rows, from the top, into parts to be coded. */
async function* cut(raster: Raster, partRows: number, quality: number): AsyncGenerator<StripPart> {
  const { width, height, data } = raster;
  const output = { kind: 'macroblocks', picture: { width, height } } as const;
  const collecting = { width, height, chroma: '4:2:0', resampling: null } as const;
  const strips = Math.ceil(height / partRows);
  const collector = new SampleCollector(collecting, quality, strips);
  for (let strip = 0; strip < strips; strip++) {
    const top = strip * partRows;
    const rows = Math.min(partRows, height - top);
    const pixels = data.subarray(top * width * 4, (top + rows) * width * 4);
    const planes = await toPlanes({ ...raster, height: rows, data: pixels }, '4:2:0');
    const rowsOfAll = planes.map((plane, component) => ({
      first: component === 0 ? top : top / 2,
      data: plane,
      open: [],
    }));
    for (const part of collector.add(strip, [{ rows: rowsOfAll, coded: null }])) {
      if (isPart(part)) yield { ...part, task: { ...part.task, output } };
    }
  }
}
