import type { EncodedGainMap, OutputCodec } from '../codec/output.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import { mimeTypes, type ConvertedPicture, type ConvertResult } from '../options.ts';
import { secondsToLoad } from '../strips/deadlines.ts';
import { prepareGainMap } from './gain-map.ts';
import { type Hooks, type Job, secondsFor } from './plan/job.ts';
import {
  type PictureHooks,
  type BarePicture,
  encodeByWays,
  encodeMap,
  loadCodecs,
} from './make-picture.ts';
import { fileNotes, pictureNotes, videoBeside } from './notes.ts';
import { findSmallerOriginal } from './smaller-original.ts';
import type { KeptVideo } from './plan/video.ts';
import { roleOf } from './plan/wanted-pictures.ts';

/** Converts all requested pictures in one piece, in this thread. */
export async function convertHere(job: Job, hooks: Hooks): Promise<ConvertResult> {
  const { source, options, wanted } = job;
  await loadCodecs(job);
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

async function convertPicture(
  job: Job,
  index: number,
  hooks: PictureHooks,
): Promise<ConvertedPicture> {
  const { source, codec, options } = job;
  const { plan } = job.pictures[index]!;
  const header = source.pictures[index]!;
  const metadata = await prepareMetadata(header.metadata, options.metadata ?? 'keep', plan);
  const kept = await prepareGainMap(header, plan);
  const prepared = kept === 'broken' ? null : kept;
  const encoded = await encodeByWays(job, index, metadata, prepared, hooks);
  const gainMap = encoded.gainMap ?? (await encodeMap(encoded, prepared, codec, metadata));
  const video = index === 0 ? job.video : null;
  const { width, height } = encoded.size ?? plan;
  const told = encoded.size
    ? await prepareMetadata(header.metadata, options.metadata ?? 'keep', {
        ...plan,
        ...encoded.size,
      })
    : metadata;
  const bytes = await attachAll(encoded, told, gainMap, video, codec);
  const notes = [...encoded.notes, ...(await pictureNotes(job, index))];
  if (kept === 'broken') notes.push('gain-map-unusable');
  hooks.onShare(1);
  const result = {
    format: codec.format,
    width,
    height,
    role: roleOf(header),
    hasGainMap: gainMap !== null,
    notes,
    ...(encoded.missing && { missing: encoded.missing }),
  };
  const original =
    plan.mayKeepOriginal && !video ? await findSmallerOriginal(job, bytes.length) : null;
  if (original) return { ...result, ...original };
  if (options.targetBytes !== undefined && bytes.length > options.targetBytes)
    notes.push('target-not-reached');
  const parts = video ? [bytes, video.blob] : [bytes];
  return { ...result, blob: new Blob(parts, { type: mimeTypes[codec.format] }) };
}

/**
 * Attaches metadata, profile and other items to an encoded picture, except a video, which is not in
 * memory.
 */
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
