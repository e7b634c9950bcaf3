import { primaryCarries, readHeifItems, type HeifFile } from './heif-items.ts';
import { run } from './native.ts';

/** Tags by `Group:Name` (exiftool -G1 -n), values as exiftool prints them. */
export type Tags = Record<string, string>;

const asked = [
  'IFD0:Orientation',
  'ExifIFD:ExifImageWidth',
  'ExifIFD:ExifImageHeight',
  'IFD0:Make',
  'IFD0:Model',
  'ExifIFD:DateTimeOriginal',
  'ExifIFD:LensModel',
  'ExifIFD:FNumber',
  'ExifIFD:ISO',
  'GPS:GPSLatitude',
  'GPS:GPSLongitude',
  'ICC-header:ProfileCreator',
  'ICC_Profile:ProfileDescription',
  'XMP-x:XMPToolkit',
  'XMP-xmp:CreatorTool',
  'XMP-xmp:Rating',
];

interface Row extends Record<string, unknown> {
  SourceFile: string;
}

/** Reads the tags of many files with one run of exiftool. Files it cannot read have no entry. */
export async function readTags(paths: string[]): Promise<Map<string, Tags>> {
  const found = new Map<string, Tags>();
  if (paths.length === 0) return found;
  const options = ['-json', '-n', '-G1', '-q', '-m', '-fast', ...asked.map((tag) => `-${tag}`)];
  const { stdout } = await run('exiftool', [...options, '-@', '-'], {
    input: new TextEncoder().encode(paths.join('\n')),
    timeoutMs: 300_000,
  });
  const rows = JSON.parse(stdout.toString() || '[]') as Row[];
  for (const { SourceFile: path, ...tags } of rows) {
    found.set(path, Object.fromEntries(Object.entries(tags).map(([k, v]) => [k, String(v)])));
  }
  return found;
}

/** Orientation 1 to 8; what no standard value names is upright. */
export function orientationOf(tags: Tags | undefined): number {
  const value = Number(tags?.['IFD0:Orientation'] ?? 1);
  return value >= 1 && value <= 8 ? value : 1;
}

/**
 * What Exif alone says of how a HEIC was held, 1 to 8 (docs/decisions/007-heif-orientation.md): it counts
 * where the container turns nothing, and where Exif's size is that of the picture as stored.
 */
export function heicOrientationOf(
  tags: Tags | undefined,
  bytes: Buffer,
  stored: { width: number; height: number },
): number {
  const turnsItself = /irot|imir/.test(bytes.toString('latin1', 0, 65_536));
  const size = [tags?.['ExifIFD:ExifImageWidth'], tags?.['ExifIFD:ExifImageHeight']].map(Number);
  const untouched = size[0] === stored.width && size[1] === stored.height;
  return !turnsItself && untouched ? orientationOf(tags) : 1;
}

/** The items of a file that is whole; a damaged one has none that the simple reader could tell. */
function findHeifItems(bytes: Uint8Array): HeifFile | null {
  try {
    return readHeifItems(bytes);
  } catch {
    return null;
  }
}

/** Leaves out what exiftool reads from items other than the primary one. */
export function tagsOfPrimary(tags: Tags, bytes: Uint8Array): Tags {
  const file = findHeifItems(bytes);
  if (!file) return tags;
  const { icc, xmp } = primaryCarries(file);
  const belongs = (tag: string) =>
    tag.startsWith('ICC') ? icc : tag.startsWith('XMP') ? xmp : true;
  return Object.fromEntries(Object.entries(tags).filter(([tag]) => belongs(tag)));
}

/** What a result lost or kept wrongly of its source's metadata, in words; empty when all is well. */
export function metadataFaults(source: Tags, result: Tags): string[] {
  const faults: string[] = [];
  for (const [tag, value] of Object.entries(source)) {
    // exiftool numbers further profiles of the same file; the first is the picture's.
    if (/^IFD0:Orientation|^ExifIFD:ExifImage|^ICC[^:]*\d:/.test(tag)) continue;
    if (result[tag] === undefined) faults.push(`${tag} lost`);
    else if (result[tag] !== value) faults.push(`${tag} changed`);
  }
  if (orientationOf(result) !== 1)
    faults.push(`orientation ${orientationOf(result)} in the result`);
  return faults;
}
