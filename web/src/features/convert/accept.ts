import { maxFileBytes } from '@stillpix/contract/limits';
import { inputExtensions } from '@stillpix/engine/facts';
import { plainName } from './plain-name.ts';

const acceptedExtensions = [
  // Everything that the engine reads, beyond the list of Requirement C3: no picture is refused
  // because of its name.
  ...Object.values(inputExtensions).flat(),
  // The movie of a live photo, which joins its photo.
  'mov',
  'mp4',
];

const acceptedTypes = new Set([
  'image/heic',
  'image/heif',
  'image/webp',
  'image/png',
  'image/x-png',
  'image/jpeg',
  'image/jpg',
  'image/avif',
  'image/gif',
  'image/bmp',
  'image/jxl',
  'image/tiff',
  'image/x-adobe-dng',
  'image/x-dcraw',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'image/svg+xml',
  'video/quicktime',
  'video/mp4',
  // Windows and Android give HEIC files this type when no HEIC codec is installed.
  'application/octet-stream',
]);

/** Windows has a type of its own for ZIPs. */
const archiveTypes = new Set(['application/zip', 'application/x-zip-compressed']);

/** For `<input accept>`. Includes extensions, because many systems have no type for .heic. */
export const acceptAttribute = [
  ...[...acceptedExtensions, 'zip'].map((extension) => `.${extension}`),
  ...[...acceptedTypes].filter((type) => /^(image|video)\//.test(type)),
  ...archiveTypes,
].join(',');

/** Whether this is a ZIP, whose photos are taken out before they are sorted out. */
export function isArchive({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return extensionOf(name) === 'zip' || archiveTypes.has(type.toLowerCase());
}

export type Refusal = 'too-large' | 'unsupported' | 'empty' | 'duplicate';

export type RefusedFile =
  | { name: string; refusal: Refusal }
  /** A ZIP, or a file in it. Its reason is in words, which the page's first script does not have. */
  | { name: string; refusal: 'archive'; reason: string };

type Described = Pick<File, 'name' | 'size' | 'type'>;

/** Null if the file may go into the list. The engine looks at its bytes later. */
export function findRefusal(file: Described): Refusal | null {
  const byName = acceptedExtensions.includes(extensionOf(file.name));
  if (!byName && !acceptedTypes.has(file.type.toLowerCase())) return 'unsupported';
  if (file.size > maxFileBytes) return 'too-large';
  if (file.size === 0) return 'empty';
  return null;
}

// Folders contain these by themselves, so their refusal is not reported.
const silentNames = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

/** Folders and ZIPs contain such files without anybody having put them there. */
export function isLitter(name: string): boolean {
  // macOS writes a "._name" companion for every file on foreign disks.
  return silentNames.has(name.toLowerCase()) || name.startsWith('._');
}

export interface Intake {
  accepted: File[];
  refused: RefusedFile[];
}

type Identified = Pick<File, 'name' | 'size' | 'lastModified'>;

/** Compares without reading: two photos of a burst differ at least in name or size. */
function isSame(one: Identified, other: Identified): boolean {
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  );
}

function toPlain(file: File): File {
  const name = plainName(file.name);
  const { type, lastModified } = file;
  return name === file.name ? file : new File([file], name, { type, lastModified });
}

/** Refuses files that are present already, and duplicates. Keeps what a ZIP's reader refused. */
export function sortOut(
  given: Iterable<File | RefusedFile>,
  present: readonly File[] = [],
): Intake {
  const intake: Intake = { accepted: [], refused: [] };
  for (const each of given) {
    if (!(each instanceof File)) {
      intake.refused.push(each);
      continue;
    }
    const file = toPlain(each);
    if (isLitter(file.name)) continue;
    const known = [...present, ...intake.accepted];
    const refusal = known.some((one) => isSame(one, file)) ? 'duplicate' : findRefusal(file);
    if (refusal === null) intake.accepted.push(file);
    else intake.refused.push({ name: file.name, refusal });
  }
  return intake;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
