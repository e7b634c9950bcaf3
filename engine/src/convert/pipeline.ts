import type { BandedPicture, Source } from '../codec/input.ts';
import type { OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { primariesByCode } from '../color/primaries.ts';
import { isGrayProfile } from '../color/profile.ts';
import { convertToSrgb } from '../color/to-srgb.ts';
import { isHdr, toneMap } from '../color/tone-map.ts';
import { writeMatrixProfile } from '../color/write-profile.ts';
import { EngineError } from '../errors.ts';
import { requireFormat } from '../formats/require-format.ts';
import { formatOfName } from '../formats/sniff.ts';
import { loadInput, loadOutput } from '../formats/table.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import { writeOrientation } from '../metadata/exif.ts';
import { detachTrailers, prepareMetadata, removeLocation } from '../metadata/prepare.ts';
import {
  mimeTypes,
  type ConvertedPicture,
  type ConvertOptions,
  type ConvertResult,
  type Note,
} from '../options.ts';
import type { Raster } from '../planes/raster.ts';
import { plannedShare } from '../strips/progress.ts';
import type { PlannedConversion, StripPlan } from '../strips/task.ts';
import { findOpaque, flatten, unpremultiply } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { place } from '../transform/orient.ts';
import { resize, resizeBands } from '../transform/resize.ts';
import { encodeToTarget, settingsFor } from './encode.ts';
import { memoryBudget, requireMemory } from './memory.ts';
import { planConversion, type Plan, type StepKind } from './plan.ts';
import { proposeStrips } from './propose-strips.ts';
import { requireValid } from './validate.ts';

/** What one run of the pipeline tells its caller on the way. */
export interface Hooks {
  /** From 0 to 1, never less than before. */
  onProgress?: (fraction: number) => void;
  /** The work ahead needs at most so many seconds. */
  onDeadline?: (seconds: number) => void;
}

/** For fetching and compiling a codec over a slow line. */
const secondsToLoad = 60;

/** A phone of 2018 takes about a second for four megapixels; ten times that, and a start. */
const baseSeconds = 8;
const secondsPerMegapixel = 2.5;

/** A search for a size encodes up to eight times. */
const searchFactor = 4;

const whiteBackground = '#ffffff';

/** One conversion under way. */
interface Job {
  bytes: Uint8Array<ArrayBuffer>;
  source: Source;
  codec: OutputCodec;
  options: ConvertOptions;
}

/** The whole line in this thread: sniff, plan, decode, transform, encode, metadata. */
export async function runPipeline(
  file: Blob,
  name: string,
  options: ConvertOptions,
  hooks: Hooks = {},
): Promise<ConvertResult> {
  // Without `inStrips` there is no other answer.
  return (await startPipeline(file, name, options, hooks, false)) as ConvertResult;
}

/** Like `runPipeline`; with `inStrips` it may stop at a plan for strips, which any worker can make. */
export async function startPipeline(
  file: Blob,
  name: string,
  options: ConvertOptions,
  hooks: Hooks,
  inStrips: boolean,
): Promise<ConvertResult | PlannedConversion> {
  const start = performance.now();
  requireValid(options);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = requireFormat(bytes);
  hooks.onDeadline?.(secondsToLoad);
  const [input, codec] = await Promise.all([
    loadInput(format),
    loadOutput(options.format ?? 'jpeg'),
  ]);
  const job: Job = { bytes, codec, options, source: await input.open(bytes) };
  const wanted = options.pictures === 'all' ? job.source.pictures : job.source.pictures.slice(0, 1);
  const plans = wanted.map((header) => planConversion(header, options, codec));
  if (inStrips && wanted.length === 1) {
    const planned = await planPictureInStrips(job, plans[0]!);
    if (planned) {
      const { plan, result } = planned;
      const notes = [...fileNotes(job, format, name), ...result.notes];
      hooks.onProgress?.(plannedShare);
      const milliseconds = performance.now() - start;
      return { plan, result: { ...result, notes, input: format, others: [], milliseconds } };
    }
  }
  await Promise.all([job.source.load(), codec.load(settingsFor(options, false))]);
  hooks.onProgress?.(0.05);

  const converted: ConvertedPicture[] = [];
  for (const [index, header] of wanted.entries()) {
    const onLoad = (state: 'begins' | 'done'): void =>
      hooks.onDeadline?.(state === 'begins' ? secondsToLoad : secondsFor(header, options));
    onLoad('done');
    const onShare = (share: number) =>
      hooks.onProgress?.(0.05 + (0.95 * (index + share)) / wanted.length);
    converted.push(await convertPicture(job, index, plans[index]!, onShare, onLoad));
  }
  const [primary, ...others] = converted;
  const notes = [...fileNotes(job, format, name), ...primary!.notes];
  return { ...primary!, notes, input: format, others, milliseconds: performance.now() - start };
}

function secondsFor({ width, height }: PictureHeader, { targetBytes }: ConvertOptions): number {
  const seconds = baseSeconds + (secondsPerMegapixel * width * height) / 1e6;
  return targetBytes === undefined ? seconds : seconds * searchFactor;
}

function fileNotes({ source, options }: Job, format: string, name: string): Note[] {
  const promised = formatOfName(name);
  return [
    ...(promised && promised !== format ? (['name-does-not-match-content'] as const) : []),
    ...(source.hasVideo ? (['video-left-out'] as const) : []),
    ...(source.animated ? (['animation-first-frame'] as const) : []),
    ...(source.pictures.length > 1 && options.pictures !== 'all'
      ? (['other-pictures-left-out'] as const)
      : []),
  ];
}

async function planPictureInStrips(
  { source, bytes, codec, options }: Job,
  plan: Plan,
): Promise<{ plan: StripPlan; result: Omit<ConvertedPicture, 'blob'> } | null> {
  const { color, gray, hasGainMap, metadata: blocks } = source.pictures[0]!;
  if (color.icc && isGrayProfile(color.icc) && !gray) return null;
  const { width, height } = plan;
  const metadata = prepareMetadata(blocks, options.metadata ?? 'keep', plan);
  const description = { metadata, icc: profileFor({ color }) };
  const strips = await proposeStrips(source, bytes, plan, options, description);
  const notes: Note[] = hasGainMap ? ['gain-map-removed'] : [];
  return strips && { plan: strips, result: { format: codec.format, width, height, notes } };
}

async function convertPicture(
  job: Job,
  index: number,
  plan: Plan,
  onShare: (share: number) => void,
  onLoad: (state: 'begins' | 'done') => void,
): Promise<ConvertedPicture> {
  const { source, codec, options } = job;
  const header = source.pictures[index]!;
  const notes: Note[] = [];
  const metadata = prepareMetadata(header.metadata, options.metadata ?? 'keep', plan);
  const encoded =
    (await encodeFromPlanes(job, index, plan)) ??
    (await encodeFromPixels(job, index, plan)) ??
    (await encodeFromRaster(job, index, plan, metadata, notes, onShare, onLoad));
  const bytes = await codec.attach(encoded.bytes, metadata, encoded.icc);
  if (header.hasGainMap) notes.push('gain-map-removed');
  onShare(1);
  const result = { format: codec.format, width: plan.width, height: plan.height, notes };
  const original = index === 0 ? await findSmallerOriginal(job, plan, bytes.length) : null;
  if (original) return { ...result, ...original };
  if (options.targetBytes !== undefined && bytes.length > options.targetBytes)
    notes.push('target-not-reached');
  return { ...result, blob: new Blob([bytes], { type: mimeTypes[codec.format] }) };
}

/** A picture without metadata and profile, and the profile that goes with it. */
interface BarePicture {
  bytes: Uint8Array<ArrayBuffer>;
  icc: Uint8Array | undefined;
}

/** What samples can stay as they are stored for. */
const stepsOnStored = new Set<StepKind>([
  'decode',
  'encode',
  'carry-profile',
  'keep-metadata',
  'remove-location',
  'strip-metadata',
]);

/** From coded planes to coded planes, without rounding to RGB between; `null` when that can't be done. */
async function encodeFromPlanes(
  { source, codec, options }: Job,
  index: number,
  plan: Plan,
): Promise<BarePicture | null> {
  const header = source.pictures[index]!;
  const settings = settingsFor(options, header.halfChroma);
  if (!codec.encodePlanes || settings.small || !keepsStored(header, plan)) return null;
  const planes = await source.decodePlanes?.(index);
  if (!planes) return null;
  const bytes = await codec.encodePlanes(planes, settings);
  return { bytes, icc: profileFor(header) };
}

/** From pixels that the browser keeps, part by part, so that they are not all in memory twice. */
async function encodeFromPixels(
  { source, codec, options }: Job,
  index: number,
  plan: Plan,
): Promise<BarePicture | null> {
  const header = source.pictures[index]!;
  const settings = settingsFor(options, header.halfChroma);
  if (!codec.encodePixels || settings.small || !keepsStored(header, plan)) return null;
  const pixels = await source.decodePixels?.(index);
  if (!pixels) return null;
  try {
    const bytes = await codec.encodePixels(pixels, header.gray, settings);
    return { bytes, icc: profileFor(header) };
  } finally {
    pixels.close();
  }
}

/** A gray profile does not go with what an encoder makes of three channels. */
function keepsStored({ color: { icc } }: PictureHeader, { steps }: Plan): boolean {
  return steps.every(({ kind }) => stepsOnStored.has(kind)) && !(icc && isGrayProfile(icc));
}

async function encodeFromRaster(
  job: Job,
  index: number,
  plan: Plan,
  metadata: MetadataBlocks,
  notes: Note[],
  onShare: (share: number) => void,
  onLoad: (state: 'begins' | 'done') => void,
): Promise<BarePicture> {
  const { source, codec, options } = job;
  const header = source.pictures[index]!;
  const bands = source.findBands?.(index) ?? null;
  const { small } = settingsFor(options, header.halfChroma);
  requireMemory(header, plan, codec, memoryBudget(), bands?.bandPixels ?? null, small);
  const sized = (await shrinkBands(bands, plan)) ?? (await decodeAndSize(job, index, plan, onLoad));
  onShare(0.5);
  const raster = transform(sized, job, notes);
  onShare(0.7);
  const icc = profileFor(raster);
  const resized = plan.steps.some(({ kind }) => kind === 'resize');
  const overhead = options.targetBytes === undefined ? 0 : metadataSize(metadata, icc);
  const halfChroma = header.halfChroma && !resized;
  return { bytes: await encodeToTarget(codec, raster, options, halfChroma, overhead), icc };
}

/** Decodes part by part and shrinks on the way; `null` when that can't be done or is not asked for. */
async function shrinkBands(bands: BandedPicture | null, plan: Plan): Promise<Raster | null> {
  if (!bands || !plan.steps.some(({ kind }) => kind === 'resize')) return null;
  try {
    return await resizeBands(bands.read(), plan.area, plan.width, plan.height);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unsupported-feature') return null;
    throw error;
  }
}

async function decodeAndSize(
  { source }: Job,
  index: number,
  plan: Plan,
  onLoad: (state: 'begins' | 'done') => void,
): Promise<Raster> {
  const decoded = await source.decode(index, onLoad);
  const upright = place(decoded, source.pictures[index]!.placement);
  findOpaque(upright);
  const cut = place(upright, { crop: plan.area, transpose: false, flipX: false, flipY: false });
  return resize(cut, plan.width, plan.height);
}

/** Color, transparency and depth: what the plan says, on an upright raster of the result's size. */
function transform(raster: Raster, { codec, options }: Job, notes: Note[]): Raster {
  unpremultiply(raster);
  if (isHdr(raster.color)) {
    toneMap(raster);
    notes.push('tone-mapped');
  } else if (options.color === 'srgb' || !canCarryProfile(raster, codec)) {
    convertToSrgb(raster);
  }
  if (!raster.opaque && !codec.hasAlpha) {
    flatten(raster, options.background ?? whiteBackground);
    notes.push('transparency-filled');
  }
  return codec.deep ? raster : reduceTo8(raster);
}

/** A gray profile only goes with one channel, and gray that is laid on a color is gray no more. */
function canCarryProfile({ color: { icc }, gray, opaque }: Raster, codec: OutputCodec): boolean {
  if (!icc || !isGrayProfile(icc)) return true;
  return codec.gray && gray && (opaque || codec.hasAlpha);
}

/** The profile to write: the file's own, or one made from its code points. sRGB needs none. */
function profileFor({ color: { icc, cicp } }: Pick<Raster, 'color'>): Uint8Array | undefined {
  if (icc) return icc;
  const primaries = cicp && primariesByCode[cicp.primaries];
  return primaries && cicp.primaries !== 1 ? writeMatrixProfile(primaries) : undefined;
}

function metadataSize(
  { exif, xmp, extendedXmp, photoshop }: MetadataBlocks,
  icc: Uint8Array | undefined,
): number {
  const blocks = [exif, xmp, extendedXmp?.packet, photoshop, icc];
  // With room for the containers' own headers.
  return blocks.reduce((sum, block) => sum + (block ? block.length + 64 : 0), 0);
}

/**
 * The caller's own file, when it has the output's format, nothing was to be changed about its pixels,
 * and it is not bigger than the result. Its metadata is treated as asked, its samples are untouched.
 */
async function findSmallerOriginal(
  { bytes, source, codec, options }: Job,
  plan: Plan,
  resultSize: number,
): Promise<{ blob: Blob; width: number; height: number; notes: Note[] } | null> {
  const header = source.pictures[0]!;
  const resized = plan.steps.some(({ kind }) =>
    ['crop', 'resize', 'convert-to-srgb', 'tone-map'].includes(kind),
  );
  if (!options.keepSmallerOriginal || source.format !== codec.format || resized) return null;
  const kept = await withChosenMetadata(bytes, header, codec, options.metadata ?? 'keep');
  if (kept.length > resultSize) return null;
  const notes: Note[] = ['original-kept'];
  if (header.hasGainMap && kept !== bytes) notes.push('gain-map-removed');
  if (options.targetBytes !== undefined && kept.length > options.targetBytes)
    notes.push('target-not-reached');
  const blob = new Blob([kept], { type: mimeTypes[codec.format] });
  return { blob, width: plan.width, height: plan.height, notes };
}

function withChosenMetadata(
  bytes: Uint8Array<ArrayBuffer>,
  { metadata, orientation }: PictureHeader,
  codec: OutputCodec,
  choice: NonNullable<ConvertOptions['metadata']>,
): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  if (choice === 'keep') return bytes;
  if (choice === 'without-location')
    return codec.replaceMetadata(bytes, detachTrailers(removeLocation(metadata)));
  // The samples are not turned, so their orientation has to stay.
  return codec.replaceMetadata(
    bytes,
    orientation === 1 ? {} : { exif: writeOrientation(orientation) },
  );
}
