import type { EncodedGainMap, OutputCodec } from '../codec/output.ts';
import { formatOfName } from '../formats/sniff.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import type { Size } from '../geometry.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import {
  mimeTypes,
  type ConvertedPicture,
  type ConvertOptions,
  type ConvertResult,
  type FileOptions,
  type Note,
} from '../options.ts';
import { plannedShare } from '../strips/progress.ts';
import type { Chosen, PlannedConversion } from '../strips/task.ts';
import { gainMapNotes, prepareGainMap } from './gain-map.ts';
import { type Job, prepareJob, type Hooks, secondsToLoad } from './job.ts';
import { type PictureHooks, type BarePicture, encodeByWays, encodeMap } from './make-picture.ts';
import { encodingOf } from './plan.ts';
import { findSmallerOriginal } from './smaller-original.ts';
import { videoNotes, type KeptVideo } from './video.ts';
import { leavesOut, roleOf } from './wanted-pictures.ts';

/** A phone of 2018 takes about a second for four megapixels; ten times that, and a start. */
const baseSeconds = 8;
const secondsPerMegapixel = 2.5;

/** A search for a size encodes up to eight times. */
const searchFactor = 4;

/** What a worker makes of a file: the result, or a plan for strips, which any worker can make. */
export type Conversion =
  | { kind: 'converted'; result: ConvertResult }
  | { kind: 'planned'; planned: PlannedConversion };

/** The whole line in this thread: sniff, plan, decode, transform, encode, metadata. */
export async function runPipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks = {},
): Promise<ConvertResult> {
  return convertHere(await prepareJob(file, name, options, hooks), hooks);
}

/** Like `runPipeline`, but stops at a plan for strips where that is the first way. */
export async function startPipeline(
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: Hooks,
  chosen?: Chosen,
): Promise<Conversion> {
  const job = await prepareJob(file, name, options, hooks, chosen);
  const { plan, strips } = job.pictures[0]!;
  if (!strips) return { kind: 'converted', result: await convertHere(job, hooks) };
  hooks.onProgress?.(plannedShare);
  const { format, width, height } = plan;
  const result = {
    ...{ format, width, height, role: 'main' as const, input: job.format, others: [] },
    isMotionPhoto: job.video !== null,
    video: videoBeside(job),
    notes: [...fileNotes(job), ...pictureNotes(job, 0)],
    milliseconds: performance.now() - job.started,
  };
  const original = plan.mayKeepOriginal ? await keptOriginal(job) : null;
  return { kind: 'planned', planned: { plan: strips, result, ...(original && { original }) } };
}

async function keptOriginal(job: Job): Promise<PlannedConversion['original'] | null> {
  const kept = job.video ? null : await findSmallerOriginal(job, Number.POSITIVE_INFINITY);
  return kept && { ...kept, notes: [...fileNotes(job), ...kept.notes] };
}

/** Converts all wanted pictures whole, in this thread. */
async function convertHere(job: Job, hooks: Hooks): Promise<ConvertResult> {
  const { source, codec, options, pictures, wanted } = job;
  await Promise.all([source.load(), codec.load(encodingOf(pictures[0]!.plan).settings)]);
  hooks.onProgress?.(0.05);
  const converted: ConvertedPicture[] = [];
  for (const [done, index] of wanted.entries()) {
    const header = source.pictures[index]!;
    const onLoad = (state: 'begins' | 'done'): void =>
      hooks.onDeadline?.(state === 'begins' ? secondsToLoad : secondsFor(header, options));
    onLoad('done');
    const onShare = (share: number) =>
      hooks.onProgress?.(0.05 + (0.95 * (done + share)) / wanted.length);
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

/** What making a picture may take. */
export function secondsFor({ width, height }: Size, { targetBytes }: ConvertOptions): number {
  const seconds = baseSeconds + (secondsPerMegapixel * width * height) / 1e6;
  return targetBytes === undefined ? seconds : seconds * searchFactor;
}

function fileNotes({ source, codec, options, format, name, found }: Job): Note[] {
  const promised = formatOfName(name);
  return [
    ...(promised && promised !== format ? (['name-does-not-match-content'] as const) : []),
    ...videoNotes(source, found, options, codec),
    ...(source.animated ? (['animation-first-frame'] as const) : []),
    ...(leavesOut(source, options) ? (['other-pictures-left-out'] as const) : []),
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
  const { width, height } = encoded.size ?? plan;
  const told = encoded.size
    ? prepareMetadata(header.metadata, options.metadata ?? 'keep', encoded.size)
    : metadata;
  const bytes = await attachAll(encoded, told, gainMap, video, codec);
  const notes = [...encoded.notes, ...pictureNotes(job, index)];
  if (kept === 'broken') notes.push('gain-map-unusable');
  hooks.onShare(1);
  const result = {
    ...{ format: codec.format, width, height, role: roleOf(header) },
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
