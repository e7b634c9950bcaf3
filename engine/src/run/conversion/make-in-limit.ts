import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import type { ConvertedPicture } from '../../options.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { type CollectedPicture, releaseParts } from '../../strips/collecting.ts';
import { countingFor } from '../../strips/counting.ts';
import type { Collecting } from '../../strips/frame.ts';
import { jpegCoder } from '../../strips/limit/reach-jpeg.ts';
import { reachSize, type PartRunners } from '../../strips/limit/reach-size.ts';
import type { WriteWebp } from '../../strips/limit/reach-webp.ts';
import {
  codedBytesOf,
  type Chosen,
  type McuStripTask,
  type RoomForMap,
  type SizeLimit,
  type StripOutput,
  type StripPlan,
  type WebpFrame,
} from '../../strips/task.ts';
import { sizeOf, type MakeAll, type MakeStrips, type Parts } from './file-parts.ts';
import { joinGainMap, startGainMap, wordsAbout } from './gain-map.ts';

/** A map at its lowest quality may exceed its share by this factor. */
const mapTolerance = 2.5;

/** How the parts of a file with a size limit are made. */
export interface LimitRunners extends Pick<PartRunners, 'runPart' | 'writeScan'> {
  /** Has strips made that return their samples, and perhaps symbol counts. */
  collect: (tasks: readonly McuStripTask[], collecting: Collecting) => Promise<CollectedPicture>;
  makeStrips: MakeStrips;
  makeAll: MakeAll;
  writeWebp: WriteWebp;
  /** Makes the map from what tone mapping took away, once strips are made. */
  makeMap: (room: RoomForMap) => Promise<Uint8Array<ArrayBuffer>>;
  /** Plans the same file for another size and quality. */
  replan: (chosen: Chosen) => Promise<StripPlan>;
}

/** Throws if a new plan of the file collects no samples any more. */
function requireCollecting({ collecting }: StripPlan): Collecting {
  if (collecting) return collecting;
  throw new EngineError('unsupported-feature', 'the strips of the file are no samples any more');
}

/** Whether a strip can be encoded on its own. */
function isWholeMcus({ firstMcuRow, rows, chroma, last }: McuStripTask): boolean {
  return Number.isInteger(firstMcuRow) && (last || rows % (8 * samplingOf(chroma).down) === 0);
}

function tasksOf({ tasks }: StripPlan): McuStripTask[] {
  return tasks.filter((task) => task.kind !== 'png' && task.kind !== 'whole');
}

/**
 * Strips that become `output` instead of samples: directly, or as parts where strips cannot be
 * encoded one by one.
 */
function stripsFor(plan: StripPlan, output: StripOutput): Parameters<MakeStrips>[0] {
  const collecting = requireCollecting(plan);
  const { resampling } = collecting;
  const isCoded = !resampling && tasksOf(plan).every(isWholeMcus);
  const samples = { kind: 'samples', resampling, counting: null } as const;
  const asked = isCoded ? output : samples;
  const tasks = tasksOf(plan).map((task): McuStripTask => ({ ...task, output: asked }));
  return { tasks, ...(!isCoded && { collecting, output }) };
}

/** What a plan became, apart from what its result says already. */
export type Made = Pick<ConvertedPicture, 'width' | 'height' | 'hasGainMap' | 'notes'> & {
  parts: Parts;
};

/** Makes a plan's file within its limit of bytes. */
export async function makeInLimit(
  plan: StripPlan,
  limit: SizeLimit,
  collecting: Collecting,
  runners: LimitRunners,
): Promise<Made> {
  const { webp } = plan;
  return webp
    ? makeWebpInLimit({ ...plan, webp }, limit, collecting, runners)
    : makeJpegInLimit(plan, limit, collecting, runners);
}

type WebpPlan = StripPlan & { webp: WebpFrame };

async function makeWebpInLimit(
  plan: WebpPlan,
  limit: SizeLimit,
  collecting: Collecting,
  { collect, makeStrips, makeAll, replan, writeWebp, ...runners }: LimitRunners,
): Promise<Made> {
  const { bytesBeside, webpCoder } = await import('../../strips/limit/reach-webp.ts');
  const planAgain = async (size: Size): Promise<WebpPlan> => {
    const { webp, ...again } = await replan({ quality: limit.quality.max, size });
    if (webp) return { ...again, webp };
    throw new EngineError('unsupported-feature', 'the file is no WebP any more');
  };
  let latest = { width: plan.width, height: plan.height, plan: Promise.resolve(plan) };
  const planAt = ({ width, height }: Size): Promise<WebpPlan> => {
    if (width !== latest.width || height !== latest.height)
      latest = { width, height, plan: planAgain({ width, height }) };
    return latest.plan;
  };
  const coder = webpCoder({
    frameAt: async (size) => (await planAt(size)).webp,
    writeWebp,
    async tryAll(trials) {
      const { strips } = await makeStrips(stripsFor(plan, trials));
      return codedBytesOf(strips);
    },
  });
  const partRunners: PartRunners = {
    ...runners,
    roomAt: async (size) => limit.bytes - bytesBeside((await planAt(size)).webp),
    async collectAt(size) {
      const again = await planAt(size);
      return collect(tasksOf(again), requireCollecting(again));
    },
    async codeAt({ size, quality }) {
      const { webp, ...again } = await planAt(size);
      const picture = { width: webp.width, height: webp.height };
      const strips = stripsFor(again, { kind: 'macroblocks', picture });
      const tasks = strips.tasks.map((task) => ({ ...task, quality }));
      return makeAll({ ...strips, tasks, webp: { ...webp, quality } });
    },
  };
  const picture = limit.decodesAgain
    ? { collecting, parts: null, counted: [] }
    : await collect(tasksOf(plan), collecting);
  const reached = await reachSize(picture, limit, partRunners, coder);
  const { width, height, parts, fits } = reached!;
  const notes = new Set(plan.notes);
  if (width !== plan.width || height !== plan.height) notes.add('fewer-pixels');
  if (!fits) notes.add('target-not-reached');
  return { width, height, hasGainMap: false, notes: [...notes], parts };
}

/** The chroma resolution that was guessed when the limit was planned, if it was a guess. */
function chromaOf({ mayHalveChroma, fullChromaFrom }: SizeLimit): Chosen['chroma'] {
  if (mayHalveChroma) return 'full';
  return fullChromaFrom === undefined ? undefined : 'half';
}

/**
 * Makes a plan's JPEG within its limit of bytes. The size of its gain map is known first, and is
 * subtracted.
 */
async function makeJpegInLimit(
  plan: StripPlan,
  limit: SizeLimit,
  collecting: Collecting,
  { collect, makeStrips, makeAll, makeMap, replan: planAgain, ...runners }: LimitRunners,
): Promise<Made> {
  const chroma = chromaOf(limit);
  // The guess for the first plan holds for the others, because these have other sizes.
  const replan = (chosen: Chosen): Promise<StripPlan> =>
    planAgain({ ...(chroma && { chroma }), ...chosen });
  let sized = plan;
  let map: Parts | null = null;
  let isTooLarge = false;
  let isLeftOut = false;
  const roomAt = async (size: Size): Promise<number> => {
    if (size.width !== sized.width || size.height !== sized.height) {
      sized = await replan({ quality: limit.quality.max, size });
    }
    const { gainMap, madeMap, header } = sized;
    const behind = gainMap ?? madeMap;
    if (!behind) return limit.bytes - header.length;
    const share = (limit.bytes * behind.share) / (1 + behind.share);
    const room = share - wordsAbout(behind, header);
    if (gainMap) map = await startGainMap(gainMap, makeAll)(room);
    // What tone mapping took away is available only once.
    else map ??= [await makeMap({ bytes: room, most: room })];
    if (!map) return limit.bytes - header.length;
    isTooLarge = gainMap !== undefined && sizeOf(map) > room * mapTolerance;
    // Converting in one piece would make it even smaller, but is not always possible.
    isLeftOut = isTooLarge && !gainMap!.fitsWhole;
    if (isLeftOut) return limit.bytes - header.length;
    return limit.bytes - behind.head.bytes.length - (isTooLarge ? share : sizeOf(map));
  };
  const collectAt = async (size: Size): Promise<CollectedPicture> => {
    const again = await replan({ quality: limit.quality.max, size });
    return collect(tasksOf(again), requireCollecting(again));
  };
  const codeAt = async (chosen: Chosen): Promise<Parts> => {
    return makeAll(stripsFor(await replan(chosen), { kind: 'tokens' }));
  };
  const countAll = async (): Promise<CollectedPicture> => {
    const output = { kind: 'counts', counting: countingFor(limit.quality) } as const;
    const { strips } = await makeStrips(stripsFor(plan, output));
    return { collecting, parts: null, counted: strips.flatMap(({ counts = [] }) => counts) };
  };
  const picture = limit.decodesAgain ? await countAll() : await collect(tasksOf(plan), collecting);
  const guessAgain = async (other: Chosen['chroma']): Promise<Made> => {
    releaseParts(picture.parts);
    const size = { width: plan.width, height: plan.height };
    const again = await planAgain({ quality: limit.quality.max, size, chroma: other });
    const inParts = requireCollecting(again);
    const asOther = (chosen: Chosen): Promise<StripPlan> => planAgain({ chroma: other, ...chosen });
    const others = { collect, makeStrips, makeAll, makeMap, replan: asOther, ...runners };
    return makeJpegInLimit(again, again.limit ?? limit, inParts, others);
  };
  const partRunners = { ...runners, roomAt, collectAt, codeAt };
  const reached = await reachSize(picture, limit, partRunners, jpegCoder);
  if (!reached) return guessAgain('full');
  const { width, height, quality, fits } = reached;
  // A larger size may have been tried last, and it has another map.
  if (width !== sized.width || height !== sized.height) await roomAt({ width, height });
  if (isLeftOut) map = null;
  else if (isTooLarge) {
    throw new EngineError('unsupported-feature', 'the gain map is too large for the limit');
  }
  if (!fits && limit.mayHalveChroma) return guessAgain('half');
  if (!fits && collecting.chroma !== '4:2:0' && collecting.chroma !== '4:0:0') {
    throw new EngineError('unsupported-feature', 'half the color is wanted for the limit');
  }
  const { header, gainMap, madeMap } = await replan({ quality, size: { width, height } });
  const behind = gainMap ?? madeMap;
  const parts =
    behind && map ? joinGainMap(behind, reached.parts, map) : [header, ...reached.parts];
  const notes: Made['notes'] = [...(plan.notes ?? [])];
  if (width !== plan.width || height !== plan.height) notes.push('fewer-pixels');
  if (!fits) notes.push('target-not-reached');
  if (plan.gainMap && !map) notes.push(isLeftOut ? 'gain-map-removed' : 'gain-map-unusable');
  return { width, height, hasGainMap: map !== null, notes, parts };
}
