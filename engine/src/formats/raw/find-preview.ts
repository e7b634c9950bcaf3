import { type FileParts, textAt } from '../../bytes/file-parts.ts';
import { type OnRead, readLookedAt } from '../../bytes/looked-at.ts';
import { EngineError, orNull } from '../../errors.ts';
import { jpegEnd } from '../jpeg/header.ts';
import { readJpeg } from '../jpeg/segments.ts';
import type { RawContents, ReadContents } from './contents.ts';
import { readCr3Contents } from './cr3-contents.ts';
import { readCrwContents } from './crw-contents.ts';
import { type JpegHead, readJpegHead } from './jpeg-head.ts';
import { readMrwContents } from './mrw-contents.ts';
import { readRafContents } from './raf-contents.ts';
import { readTiffContents } from './tiff-contents.ts';
import { readX3fContents } from './x3f-contents.ts';

/** What a raw file shows of itself, and what is said about it. */
export interface RawPreview extends Omit<RawContents, 'jpegs' | 'samples'> {
  jpeg: JpegHead;
}

/** Below, a structure that is not understood may have more to give. */
const leastPixels = 640 * 480;

/** The start of a file in which JPEGs are looked for that no structure names: a fraction of a second's work. */
const scannedBytes = 24 * 1024 * 1024;

/** Starts that are looked at, and JPEGs of them whose end is looked for. */
const maxStarts = 2000;
const maxEnds = 8;

/** Of files that are not built like TIFF. */
const readers: readonly [at: number, mark: string, ReadContents][] = [
  [0, 'FUJIFILM', readRafContents],
  [4, 'ftyp', readCr3Contents],
  [6, 'HEAPCCDR', readCrwContents],
  [0, 'FOVb', readX3fContents],
  [0, '\0MRM', readMrwContents],
];

function readerFor(bytes: Uint8Array): ReadContents {
  const found = readers.find(([at, mark]) => textAt(bytes, at, mark.length) === mark);
  return found?.[2] ?? readTiffContents;
}

const byPixels = (a: JpegHead, b: JpegHead): number => b.width * b.height - a.width * a.height;

function largest(heads: JpegHead[]): JpegHead | null {
  return heads.toSorted(byPixels)[0] ?? null;
}

/** The largest JPEG that begins and ends in the file's first part and is none of the sensor's samples. */
function scanForJpeg(
  bytes: Uint8Array,
  samples: ReadonlySet<number>,
  onRead: OnRead,
): JpegHead | null {
  const end = Math.min(bytes.length, scannedBytes);
  onRead(0, end);
  const part = bytes.subarray(0, end);
  const heads: JpegHead[] = [];
  let starts = 0;
  for (let at = 0; at + 2 < end && starts < maxStarts; at++) {
    if (part[at] !== 0xff || part[at + 1] !== 0xd8 || part[at + 2] !== 0xff) continue;
    starts++;
    const head = samples.has(at) ? null : readJpegHead(part, { start: at, end }, () => {});
    if (head) heads.push(head);
  }
  for (const head of heads.toSorted(byPixels).slice(0, maxEnds)) {
    const read = orNull(() => readJpeg(part.subarray(head.start)));
    if (read) return { ...head, end: head.start + read.end };
  }
  return null;
}

interface Named {
  contents: RawContents;
  /** The largest JPEG that the structure names and that is there. */
  jpeg: JpegHead | null;
  /** Why the structure cannot be read. */
  damage: EngineError | null;
}

function findNamed(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): Named {
  onRead(0, 16);
  try {
    const contents = readerFor(bytes)(bytes, onRead);
    const heads = contents.jpegs.flatMap((range) => readJpegHead(bytes, range, onRead) ?? []);
    return { contents, jpeg: largest(heads), damage: null };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const nothing = {
      jpegs: [],
      samples: new Set<number>(),
      orientation: 1,
      exif: null,
      xmp: null,
    };
    return { contents: nothing, jpeg: null, damage: error };
  }
}

const isLarge = (jpeg: JpegHead | null): jpeg is JpegHead =>
  jpeg !== null && jpeg.width * jpeg.height >= leastPixels;

/**
 * Finds the largest JPEG that a raw file holds, which its structure names or which otherwise begins and ends in it.
 * Throws `corrupt-file` for damaged files, and `unsupported-feature` for those without any.
 */
export function findPreview(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead = () => {}): RawPreview {
  const { contents, jpeg: named, damage } = findNamed(bytes, onRead);
  const { jpegs, samples, ...said } = contents;
  if (isLarge(named)) return { ...said, jpeg: named };
  const found = scanForJpeg(bytes, samples, onRead);
  const jpeg = largest([named, found].flatMap((head) => head ?? []));
  // Of a file that was cut, a thumbnail at its start is not what somebody hopes for.
  if (damage && !isLarge(jpeg)) throw damage;
  if (jpeg) return { ...said, jpeg };
  if (jpegs.some(({ end }) => end > bytes.length)) {
    throw new EngineError('corrupt-file', 'The raw file ends before the JPEG that it names');
  }
  const message =
    'The raw file holds no JPEG, and raw samples are not developed: export it as JPEG or TIFF from a raw converter';
  throw new EngineError('unsupported-feature', message, { feature: 'raw-without-preview' });
}

/**
 * A raw file of which only what `findPreview` looks at is there: all else reads as zeros, at its place. Whether a JPEG
 * has to be looked for beyond those that are named shows when these have been read.
 */
export async function readRawHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const named = await readLookedAt(parts, (bytes, onRead) => void findNamed(bytes, onRead));
  const isEnough = isLarge(findNamed(named, () => {}).jpeg);
  const bytes = isEnough
    ? named
    : await readLookedAt(parts, (part, onRead) => void findPreview(part, onRead));
  const jpeg = orNull(() => findPreview(bytes).jpeg);
  // In place of its samples, which have not been read.
  if (jpeg) bytes.set(jpegEnd.subarray(0, jpeg.end - jpeg.scan), jpeg.scan);
  return bytes;
}
