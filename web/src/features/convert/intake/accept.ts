import { maxFileBytes } from '@stillpix/contract/limits';
import { inputExtensions } from '@stillpix/engine/facts';
import { plainName } from '../plain-name.ts';

const acceptedExtensions = [
  // All that the engine reads, beyond the list of Requirement C3: a picture is not refused for its name.
  ...Object.values(inputExtensions).flat(),
  // A live photo's movie, which joins its photo.
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

/** For `<input accept>`: extensions too, because many systems have no type for .heic. */
export const acceptAttribute = [
  ...acceptedExtensions.map((extension) => `.${extension}`),
  ...[...acceptedTypes].filter((type) => /^(image|video)\//.test(type)),
].join(',');

export type Refusal = 'too-large' | 'unsupported' | 'empty' | 'duplicate';

export interface RefusedFile {
  name: string;
  refusal: Refusal;
}

type Described = Pick<File, 'name' | 'size' | 'type'>;

/** Null when the file may go on the table; bytes are looked at later, by the engine. */
export function findRefusal(file: Described): Refusal | null {
  const byName = acceptedExtensions.includes(extensionOf(file.name));
  if (!byName && !acceptedTypes.has(file.type.toLowerCase())) return 'unsupported';
  if (file.size > maxFileBytes) return 'too-large';
  if (file.size === 0) return 'empty';
  return null;
}

// Folders carry these along; nobody chose them, so nobody is told that they were refused.
const silentNames = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

export interface Intake {
  accepted: File[];
  refused: RefusedFile[];
}

type Identified = Pick<File, 'name' | 'size' | 'lastModified'>;

/** Without a look at its bytes: two photos of a burst differ in name or size at least. */
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

/** Files that are present already are refused, and those that come twice. */
export function sortOut(files: Iterable<File>, present: readonly File[] = []): Intake {
  const intake: Intake = { accepted: [], refused: [] };
  for (const file of [...files].map(toPlain)) {
    // macOS writes a "._name" companion beside every file on foreign disks.
    if (silentNames.has(file.name.toLowerCase()) || file.name.startsWith('._')) continue;
    const known = [...present, ...intake.accepted];
    const refusal = known.some((each) => isSame(each, file)) ? 'duplicate' : findRefusal(file);
    if (refusal === null) intake.accepted.push(file);
    else intake.refused.push({ name: file.name, refusal });
  }
  return intake;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
