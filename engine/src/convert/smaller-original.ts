import type { EncodedGainMap, OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { writeOrientation } from '../metadata/exif-orientation.ts';
import { detachTrailers } from '../metadata/trailers.ts';
import { mimeTypes, type ConvertedPicture, type ConvertOptions, type Note } from '../options.ts';
import { findStoredMap } from './gain-map.ts';
import type { Job } from './plan/job.ts';
import { gainMapNotes } from './notes.ts';
import { hasStep } from './plan/plan.ts';
import { leavesOut } from './plan/wanted-pictures.ts';

/**
 * The caller's own file, if it is not larger than the result. Its samples are unchanged. Metadata
 * is treated as requested, and a video or other pictures that the result leaves out are removed
 * from it, too.
 */
export async function findSmallerOriginal(
  { bytes, source, codec, options, pictures }: Job,
  resultSize: number,
): Promise<Omit<ConvertedPicture, 'format'> | null> {
  const header = source.pictures[0]!;
  const { plan } = pictures[0]!;
  const { width, height } = plan;
  const gainMap = hasStep(plan, 'keep-gain-map') ? await findStoredMap(header, codec) : null;
  const leavesMore = source.hasVideo || leavesOut(source, options);
  const kept = await withChosenMetadata(bytes, header, codec, options, gainMap, leavesMore);
  if (kept.length > resultSize) return null;
  const notes: Note[] = ['original-kept'];
  if (kept !== bytes) notes.push(...gainMapNotes(header, plan));
  if (options.targetBytes !== undefined && kept.length > options.targetBytes)
    notes.push('target-not-reached');
  const blob = new Blob([kept], { type: mimeTypes[codec.format] });
  return { role: 'main', blob, width, height, hasGainMap: gainMap !== null, notes };
}

/**
 * The file with metadata as chosen, with `gainMap` or without one.
 *
 * @param leavesMore The file has other items after its picture that have to be removed.
 */
export async function withChosenMetadata(
  bytes: Uint8Array<ArrayBuffer>,
  { metadata, orientation, gainMap: found }: PictureHeader,
  codec: OutputCodec,
  { metadata: choice = 'keep', hdr }: ConvertOptions,
  gainMap: EncodedGainMap | null,
  leavesMore = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const isWhole = !leavesMore && (found === null || hdr !== 'leave-out');
  if (choice === 'keep' && isWhole) return bytes;
  if (choice === 'keep') return codec.replaceMetadata(bytes, detachTrailers(metadata), gainMap);
  if (choice === 'without-location') {
    const { removeLocation } = await import('../metadata/location.ts');
    return codec.replaceMetadata(bytes, detachTrailers(removeLocation(metadata)), gainMap);
  }
  // The samples are not turned, so their orientation has to stay.
  return codec.replaceMetadata(
    bytes,
    orientation === 1 ? {} : { exif: writeOrientation(orientation) },
    gainMap,
  );
}
