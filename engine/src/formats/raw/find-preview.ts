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

/** The preview in a raw file, with its metadata. */
export interface RawPreview extends Omit<RawContents, 'jpegs' | 'samples'> {
  jpeg: JpegHead;
}

/** For smaller previews, a structure that was not fully understood may hold a better one. */
const leastPixels = 640 * 480;

/**
 * Bytes at the start of a file searched for JPEGs that no structure names. Takes a fraction of a
 * second.
 */
const scannedBytes = 24 * 1024 * 1024;

/** Limits for possible starts, and for JPEGs whose end is searched. */
const maxStarts = 2000;
const maxEnds = 8;

/** Readers for files not based on TIFF. */
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

/** The largest JPEG that lies completely in the file's first part and is not sensor data. */
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
  /** The largest existing JPEG that the structure names. */
  jpeg: JpegHead | null;
  /** Why the structure cannot be read. */
  damage: EngineError | null;
}

/** @param lastEnd Where JPEGs end that are named as if they went on. Without it they do not count. */
function findNamed(
  bytes: Uint8Array<ArrayBuffer>,
  onRead: OnRead,
  lastEnd = Number.POSITIVE_INFINITY,
): Named {
  onRead(0, 16);
  try {
    const contents = readerFor(bytes)(bytes, onRead);
    const heads = contents.jpegs.flatMap(
      ({ start, end }) => readJpegHead(bytes, { start, end: Math.min(end, lastEnd) }, onRead) ?? [],
    );
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
 * Finds the largest JPEG in a raw file: one that its structure names, or otherwise one found by
 * searching. Throws `corrupt-file` for damaged files, and `unsupported-feature` for those without a
 * JPEG.
 */
export function findPreview(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead = () => {}): RawPreview {
  const { contents, jpeg: named, damage } = findNamed(bytes, onRead);
  const { jpegs, samples, ...said } = contents;
  if (isLarge(named)) return { ...said, jpeg: named };
  const found = scanForJpeg(bytes, samples, onRead);
  const jpeg = largest([named, found].flatMap((head) => head ?? []));
  // For a truncated file, a thumbnail at its start is not a useful result.
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
 * The same in a damaged file: the largest JPEG that its structure names, even if the file ends
 * before it.
 */
export function findCutPreview(bytes: Uint8Array<ArrayBuffer>): RawPreview {
  const { contents, jpeg } = findNamed(bytes, () => {}, bytes.length);
  const { jpegs: _, samples: __, ...said } = contents;
  return jpeg ? { ...said, jpeg } : findPreview(bytes);
}

/**
 * Reads only the parts of a raw file that `findPreview` needs. They keep their offsets; the rest is
 * zero. Whether to search for further JPEGs is decided after reading those that are named.
 */
export async function readRawHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const named = await readLookedAt(parts, (bytes, onRead) => void findNamed(bytes, onRead));
  const isEnough = isLarge(findNamed(named, () => {}).jpeg);
  const bytes = isEnough
    ? named
    : await readLookedAt(parts, (part, onRead) => void findPreview(part, onRead));
  const jpeg = orNull(() => findPreview(bytes).jpeg);
  // Replaces the samples, which have not been read.
  if (jpeg) bytes.set(jpegEnd.subarray(0, jpeg.end - jpeg.scan), jpeg.scan);
  return bytes;
}
