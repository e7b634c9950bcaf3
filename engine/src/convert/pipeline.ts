import type { BandedPicture, Source } from '../codec/input.ts';
import type { EncodedGainMap, OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { profileFor } from '../color/profile-for.ts';
import { convertToSrgb } from '../color/to-srgb.ts';
import { isHdr, toneMap } from '../color/tone-map.ts';
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
  type FileOptions,
  type InputFormat,
  type Note,
} from '../options.ts';
import type { Raster } from '../planes/raster.ts';
import { plannedShare } from '../strips/progress.ts';
import type { PlannedConversion } from '../strips/task.ts';
import { findOpaque, flatten, unpremultiply } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { place } from '../transform/orient.ts';
import { resize, resizeBands } from '../transform/resize.ts';
import { encodeToTarget } from './encode.ts';
import { memoryBudget, requireBounded, requireMemory } from './memory.ts';
import {
  encodeGainMap,
  findStoredMap,
  gainMapNotes,
  gainMapOf,
  mapShare,
  prepareGainMap,
  type PreparedGainMap,
} from './gain-map.ts';
import { encodingOf, hasStep, type Plan, type Step } from './plan.ts';
import { requireValid } from './validate.ts';
import { findVideo, keepsVideo, videoNotes, type KeptVideo } from './video.ts';
import { planPicture, type PlannedPicture, type Request } from './ways.ts';

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

/** What a worker makes of a file: the result, or a plan for strips, which any worker can make. */
export type Conversion =
  | { kind: 'converted'; result: ConvertResult }
  | { kind: 'planned'; planned: PlannedConversion };

/** A file that is opened, and the plans for the pictures that are wanted of it. */
interface Job extends Request {
  /** The video of the photo, where one is asked for. */
  found: KeptVideo | null;
  format: InputFormat;
  name: string;
  started: number;
  pictures: PlannedPicture[];
}

/** Sniffs, opens and plans. */
async function prepare(file: Blob, name: string, options: FileOptions, hooks: Hooks): Promise<Job> {
  const started = performance.now();
  requireValid(options);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = requireFormat(bytes);
  hooks.onDeadline?.(secondsToLoad);
  const [input, codec] = await Promise.all([
    loadInput(format),
    loadOutput(options.format ?? 'jpeg'),
  ]);
  const source = await input.open(bytes);
  const found = await findVideo(source, file, options);
  const video = keepsVideo(options, codec) ? found : null;
  const request: Request = { bytes, codec, options, source, video };
  const wanted = options.pictures === 'all' ? request.source.pictures.length : 1;
  const pictures: PlannedPicture[] = [];
  for (let index = 0; index < wanted; index++) pictures.push(await planPicture(request, index));
  return { ...request, found, format, name, started, pictures };
}

/** The whole line in this thread: sniff, plan, decode, transform, encode, metadata. */
export async function runPipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks = {},
): Promise<ConvertResult> {
  return convertHere(await prepare(file, name, options, hooks), hooks);
}

/** Like `runPipeline`, but stops at a plan for strips where that is the first way. */
export async function startPipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks,
): Promise<Conversion> {
  const job = await prepare(file, name, options, hooks);
  const { plan, strips } = job.pictures[0]!;
  if (!strips) return { kind: 'converted', result: await convertHere(job, hooks) };
  hooks.onProgress?.(plannedShare);
  const { format, width, height } = plan;
  const result = {
    ...{ format, width, height, input: job.format, others: [] },
    isMotionPhoto: job.video !== null,
    video: videoBeside(job),
    notes: [...fileNotes(job), ...pictureNotes(job, 0)],
    milliseconds: performance.now() - job.started,
  };
  return { kind: 'planned', planned: { plan: strips, result } };
}

/** Converts all wanted pictures whole, in this thread. */
async function convertHere(job: Job, hooks: Hooks): Promise<ConvertResult> {
  const { source, codec, options, pictures } = job;
  await Promise.all([source.load(), codec.load(encodingOf(pictures[0]!.plan).settings)]);
  hooks.onProgress?.(0.05);
  const converted: ConvertedPicture[] = [];
  for (const index of pictures.keys()) {
    const header = source.pictures[index]!;
    const onLoad = (state: 'begins' | 'done'): void =>
      hooks.onDeadline?.(state === 'begins' ? secondsToLoad : secondsFor(header, options));
    onLoad('done');
    const onShare = (share: number) =>
      hooks.onProgress?.(0.05 + (0.95 * (index + share)) / pictures.length);
    converted.push(await convertPicture(job, index, { onShare, onLoad }));
  }
  const [primary, ...others] = converted;
  const notes = [...fileNotes(job), ...primary!.notes];
  const milliseconds = performance.now() - job.started;
  const isMotionPhoto = job.video !== null;
  const video = videoBeside(job);
  return { ...primary!, notes, input: job.format, isMotionPhoto, video, others, milliseconds };
}

function videoBeside({ found, options }: Job): Blob | null {
  return options.video === 'beside' ? (found?.blob ?? null) : null;
}

function secondsFor({ width, height }: PictureHeader, { targetBytes }: ConvertOptions): number {
  const seconds = baseSeconds + (secondsPerMegapixel * width * height) / 1e6;
  return targetBytes === undefined ? seconds : seconds * searchFactor;
}

function fileNotes({ source, codec, options, format, name, found }: Job): Note[] {
  const promised = formatOfName(name);
  return [
    ...(promised && promised !== format ? (['name-does-not-match-content'] as const) : []),
    ...videoNotes(source, found, options, codec),
    ...(source.animated ? (['animation-first-frame'] as const) : []),
    ...(source.pictures.length > 1 && options.pictures !== 'all'
      ? (['other-pictures-left-out'] as const)
      : []),
  ];
}

/** What is worth telling of a picture whichever way it is made. */
function pictureNotes({ source, options, pictures }: Job, index: number): Note[] {
  const header = source.pictures[index]!;
  const turned = header.exifTurn && options.exifOrientation !== 'ignore';
  return [
    ...(turned ? (['turned-by-exif'] as const) : []),
    ...gainMapNotes(header, pictures[index]!.plan),
  ];
}

/** How one picture's conversion tells how far it is. */
interface PictureHooks {
  onShare: (share: number) => void;
  onLoad: (state: 'begins' | 'done') => void;
}

/** A picture without metadata and profile, and the profile that goes with it. */
interface BarePicture {
  bytes: Uint8Array<ArrayBuffer>;
  icc: Uint8Array | undefined;
  notes: Note[];
  /** What tone mapping has left of the picture's brightness. */
  made?: PreparedGainMap | null;
  /** The gain map, where it had to be encoded before the picture. */
  gainMap?: EncodedGainMap | null;
}

async function convertPicture(
  job: Job,
  index: number,
  hooks: PictureHooks,
): Promise<ConvertedPicture> {
  const { source, codec, options } = job;
  const { plan } = job.pictures[index]!;
  const header = source.pictures[index]!;
  const metadata = prepareMetadata(header.metadata, options.metadata ?? 'keep', plan);
  const kept = await prepareGainMap(header, plan);
  const prepared = kept === 'broken' ? null : kept;
  const encoded = await encodeByWays(job, index, metadata, prepared, hooks);
  const gainMap = encoded.gainMap ?? (await encodeMap(encoded, prepared, codec, metadata));
  const video = index === 0 ? job.video : null;
  const bytes = await attachAll(encoded, metadata, gainMap, video, codec);
  const notes = [...encoded.notes, ...pictureNotes(job, index)];
  if (kept === 'broken') notes.push('gain-map-unusable');
  hooks.onShare(1);
  const result = {
    ...{ format: codec.format, width: plan.width, height: plan.height },
    ...{ hasGainMap: gainMap !== null, notes },
  };
  const original =
    plan.mayKeepOriginal && !video ? await findSmallerOriginal(job, bytes.length) : null;
  if (original) return { ...result, ...original };
  if (options.targetBytes !== undefined && bytes.length > options.targetBytes)
    notes.push('target-not-reached');
  const parts = video ? [bytes, video.blob] : [bytes];
  return { ...result, blob: new Blob(parts, { type: mimeTypes[codec.format] }) };
}

/** Puts around an encoded picture what goes with it, but for a video, which is not in memory. */
function attachAll(
  { bytes, icc }: BarePicture,
  metadata: MetadataBlocks,
  gainMap: EncodedGainMap | null,
  video: KeptVideo | null,
  codec: OutputCodec,
): Promise<Uint8Array<ArrayBuffer>> {
  if (video) return codec.attachBehind!(bytes, metadata, icc, gainMap, video);
  if (gainMap) return codec.gainMaps!.attach(bytes, metadata, icc, gainMap);
  return codec.attach(bytes, metadata, icc);
}

/** The map that goes with an encoded picture, no bigger than it may be beside that. */
async function encodeMap(
  { bytes, icc, made }: BarePicture,
  prepared: PreparedGainMap | null,
  codec: OutputCodec,
  metadata: MetadataBlocks,
): Promise<EncodedGainMap | null> {
  const map = made ?? prepared;
  return map && encodeGainMap(map, codec, (bytes.length + metadataSize(metadata, icc)) * mapShare);
}

/** The plan's ways in turn; strips are not for one thread, and the last way always ends in a picture. */
async function encodeByWays(
  job: Job,
  index: number,
  metadata: MetadataBlocks,
  prepared: PreparedGainMap | null,
  hooks: PictureHooks,
): Promise<BarePicture> {
  const { plan } = job.pictures[index]!;
  const { ways } = plan;
  const bands = job.source.findBands?.(index, plan.turn) ?? null;
  requireBounded(job.format, job.source.pictures[index]!, plan, bands?.bandPixels ?? null);
  const asStored =
    (ways.includes('planes') && (await encodeFromPlanes(job, index))) ||
    (ways.includes('pixels') && (await encodeFromPixels(job, index)));
  return asStored || encodeFromRaster(job, index, metadata, prepared, hooks);
}

async function encodeFromPlanes(job: Job, index: number): Promise<BarePicture | null> {
  const planes = await job.source.decodePlanes!(index);
  if (!planes) return null;
  const { settings } = encodingOf(job.pictures[index]!.plan);
  const bytes = await job.codec.encodePlanes!(planes, settings);
  return { bytes, icc: profileFor(job.source.pictures[index]!.color), notes: [] };
}

async function encodeFromPixels(job: Job, index: number): Promise<BarePicture | null> {
  const pixels = await job.source.decodePixels!(index);
  if (!pixels) return null;
  const { settings } = encodingOf(job.pictures[index]!.plan);
  const { gray, color } = job.source.pictures[index]!;
  try {
    const bytes = await job.codec.encodePixels!(pixels, gray, settings);
    return { bytes, icc: profileFor(color), notes: [] };
  } finally {
    pixels.close();
  }
}

async function encodeFromRaster(
  job: Job,
  index: number,
  metadata: MetadataBlocks,
  prepared: PreparedGainMap | null,
  { onShare, onLoad }: PictureHooks,
): Promise<BarePicture> {
  const { source, codec, options } = job;
  const { plan } = job.pictures[index]!;
  const bands = source.findBands?.(index, plan.turn) ?? null;
  requireMemory(source.pictures[index]!, plan, codec, memoryBudget(), bands?.bandPixels ?? null);
  const inBands = bands && plan.ways.includes('bands') ? await shrinkBands(bands, plan) : null;
  const sized = inBands ?? (await decodeAndSize(source, index, plan, onLoad));
  onShare(0.5);
  const applied: Applied = {
    ...{ raster: sized, made: null },
    notes: sized.mayBeDamaged ? ['may-be-damaged'] : [],
  };
  for (const step of plan.steps) applyToSamples(step, applied, codec);
  const { raster, made, notes } = applied;
  onShare(0.7);
  const icc = profileFor(raster.color);
  const { settings } = encodingOf(plan);
  const { targetBytes } = options;
  if (targetBytes === undefined) {
    const bytes = await encodeToTarget(codec, raster, settings, undefined, 0);
    return { bytes, icc, notes, made };
  }
  const map = made ?? prepared;
  const room = (targetBytes * mapShare) / (1 + mapShare);
  const gainMap = map && (await encodeGainMap(map, codec, room));
  const mapBytes = gainMap ? gainMap.bytes.length + codec.gainMaps!.measureWords(gainMap) : 0;
  const overhead = metadataSize(metadata, icc) + mapBytes;
  const bytes = await encodeToTarget(codec, raster, settings, targetBytes, overhead);
  return { bytes, icc, notes, gainMap };
}

/** Decodes part by part and shrinks on the way; `null` when that turns out not to be possible. */
async function shrinkBands(bands: BandedPicture, plan: Plan): Promise<Raster | null> {
  try {
    return unpremultiply(await resizeBands(bands.read(), plan.area, plan.width, plan.height));
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unsupported-feature') return null;
    throw error;
  }
}

/** The plan's placement, crop and resize. */
async function decodeAndSize(
  source: Source,
  index: number,
  plan: Plan,
  onLoad: PictureHooks['onLoad'],
): Promise<Raster> {
  const decoded = await source.decode(index, onLoad);
  const upright = place(decoded, plan.placement);
  findOpaque(upright);
  const cut = place(upright, { crop: plan.area, transpose: false, flipX: false, flipY: false });
  return unpremultiply(resize(cut, plan.width, plan.height));
}

/** What the steps so far have made of the samples. */
interface Applied {
  raster: Raster;
  made: PreparedGainMap | null;
  notes: Note[];
}

/** What a step does to an upright raster of the result's size. */
function applyToSamples(step: Step, applied: Applied, codec: OutputCodec): void {
  const { raster, notes } = applied;
  switch (step.kind) {
    case 'tone-map':
      // A browser's decoder may have done it, and given sRGB.
      if (!isHdr(raster.color)) return;
      if (step.makesGainMap) applied.made = gainMapOf(raster, toneMap(raster, true));
      else toneMap(raster);
      notes.push(step.makesGainMap ? 'gain-map-made' : 'tone-mapped');
      return;
    case 'convert-to-srgb':
      convertToSrgb(raster);
      return;
    case 'fill-transparency':
      if (!raster.opaque) {
        flatten(raster, step.background);
        notes.push('transparency-filled');
      }
      return;
    case 'reduce-to-8-bit':
      applied.raster = reduceTo8(raster);
      return;
    case 'encode':
      // Coded pictures may be deeper than their container says.
      if (!codec.deep) applied.raster = reduceTo8(raster);
      return;
    default:
  }
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
 * The caller's own file, when it is not bigger than the result. Its metadata is treated as asked, its samples are untouched.
 */
async function findSmallerOriginal(
  { bytes, source, codec, options, pictures }: Job,
  resultSize: number,
): Promise<Omit<ConvertedPicture, 'format'> | null> {
  const header = source.pictures[0]!;
  const { plan } = pictures[0]!;
  const { width, height } = plan;
  const gainMap = hasStep(plan, 'keep-gain-map') ? await findStoredMap(header, codec) : null;
  const kept = await withChosenMetadata(bytes, header, codec, options, gainMap);
  if (kept.length > resultSize) return null;
  const notes: Note[] = ['original-kept'];
  if (kept !== bytes) notes.push(...gainMapNotes(header, plan));
  if (options.targetBytes !== undefined && kept.length > options.targetBytes)
    notes.push('target-not-reached');
  const blob = new Blob([kept], { type: mimeTypes[codec.format] });
  return { blob, width, height, hasGainMap: gainMap !== null, notes };
}

function withChosenMetadata(
  bytes: Uint8Array<ArrayBuffer>,
  { metadata, orientation, gainMap: found }: PictureHeader,
  codec: OutputCodec,
  { metadata: choice = 'keep', hdr }: ConvertOptions,
  gainMap: EncodedGainMap | null,
): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> {
  if (choice === 'keep' && (found === null || hdr !== 'leave-out')) return bytes;
  if (choice === 'keep') return codec.replaceMetadata(bytes, detachTrailers(metadata), null);
  if (choice === 'without-location')
    return codec.replaceMetadata(bytes, detachTrailers(removeLocation(metadata)), gainMap);
  // The samples are not turned, so their orientation has to stay.
  return codec.replaceMetadata(
    bytes,
    orientation === 1 ? {} : { exif: writeOrientation(orientation) },
    gainMap,
  );
}
