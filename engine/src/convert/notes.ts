import { formatOfName } from '../formats/format-of-name.ts';
import type { OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { exifRoom, maxForeignText } from '../metadata/blocks.ts';
import { prepareMetadata } from '../metadata/prepare.ts';
import { textPlaces } from '../metadata/text-places.ts';
import type { ConvertOptions, Note } from '../options.ts';
import type { Job } from './plan/job.ts';
import { hasStep, type Plan } from './plan/plan.ts';
import { videoNotes } from './plan/video.ts';
import { leavesOut } from './plan/wanted-pictures.ts';

/** Notes on a file as a whole. */
export function fileNotes({ source, codec, options, format, name, found }: Job): Note[] {
  const promised = formatOfName(name);
  return [
    ...(promised && promised !== format ? (['name-does-not-match-content'] as const) : []),
    ...videoNotes(source, found, options, codec),
    ...(source.notes ?? []),
    ...(source.animated ? (['animation-first-frame'] as const) : []),
    ...(leavesOut(source, options) ? (['other-pictures-left-out'] as const) : []),
  ];
}

/** Notes on a picture that do not depend on how it is made. */
export async function pictureNotes(
  { source, codec, options, pictures }: Job,
  index: number,
): Promise<Note[]> {
  const header = source.pictures[index]!;
  const { plan } = pictures[index]!;
  const { exif, texts = [] } = header.metadata;
  const isLarge = codec.keepsExif && exif && exif.length > exifRoom;
  const isLong =
    !textPlaces[codec.format].keywords && texts.some(({ text }) => text.length > maxForeignText);
  const turned = header.exifTurn && options.exifOrientation !== 'ignore';
  return [
    ...(turned ? (['turned-by-exif'] as const) : []),
    ...gainMapNotes(header, plan),
    ...(isLong && options.metadata !== 'strip' ? (['metadata-left-out'] as const) : []),
    ...(isLarge && !isLong ? await exifNotes(header, plan, options, codec) : []),
  ];
}

/** Notes on Exif that may be too long for the format. */
async function exifNotes(
  { metadata }: PictureHeader,
  plan: Plan,
  { metadata: choice = 'keep' }: ConvertOptions,
  codec: OutputCodec,
): Promise<Note[]> {
  const { exif } = await prepareMetadata(metadata, choice, plan);
  const isWhole = !exif || exif.length <= exifRoom || (await codec.keepsExif?.(exif)) !== false;
  return isWhole ? [] : ['metadata-left-out'];
}

/** Notes on a map that the result does not get. */
export function gainMapNotes({ gainMap }: PictureHeader, plan: Plan): Note[] {
  if (!hasStep(plan, 'remove-gain-map')) return [];
  return [gainMap === 'unusable' ? 'gain-map-unusable' : 'gain-map-removed'];
}

/** The video that is returned separately. */
export function videoBeside({ found, options }: Job): Blob | null {
  return options.video === 'beside' ? (found?.blob ?? null) : null;
}
