import { FileParts } from '../bytes/file-parts.ts';
import { readFourCC, readU32, skip, sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readBoxes, readBoxHead } from '../heif/boxes.ts';
import { findBox, maxMoov, readTopBoxes } from './movie.ts';
import { readSizes, requireChunkOffsets, requireTable } from './sample-table.ts';

/** What to leave out of a copy. */
export type LeftOut = 'without-location' | 'strip';

/** A range of a file and its replacement. */
interface Patch {
  start: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Boxes with descriptions of a movie: user data (`©xyz` and `loci` are locations), QuickTime's
 * keys, XMP. ISO/IEC 14496-12, 8.10 and 8.11; QuickTime File Format, metadata.
 */
const descriptive = new Set(['udta', 'meta', 'uuid']);

/** Boxes that contain those, at any depth. */
const containers = new Set(['moov', 'moof', 'trak', 'mdia', 'traf']);

/** Boxes that begin with creation and modification times. */
const timed = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Turns a box into free space, which all readers skip. */
function empty(bytes: Uint8Array, start: number, end: number): void {
  const { headSize } = readBoxHead(sliceOf(bytes, start, end), end - start);
  bytes.set(new TextEncoder().encode('free'), start + 4);
  bytes.fill(0, start + headSize, end);
}

/** Zeros for all of a track's samples (ISO/IEC 14496-12, 8.7). */
function blankSamples(track: Slice): Patch[] {
  const samples = findBox(track, 'mdia', 'minf', 'stbl');
  if (!samples) return [];
  const sizes = readSizes(samples);
  const runs = requireTable(samples, 'stsc');
  const runCount = readU32(runs);
  let [sample, run, perChunk] = [0, 0, 0];
  let nextRun = runCount > 0 ? readU32(runs) : Infinity;
  return requireChunkOffsets(samples).map((start, chunk) => {
    while (chunk + 1 >= nextRun) {
      perChunk = readU32(runs);
      skip(runs, 4);
      run += 1;
      nextRun = run < runCount ? readU32(runs) : Infinity;
    }
    const own = sizes.slice(sample, sample + perChunk);
    sample += own.length;
    const bytes = own.reduce((sum, size) => sum + size, 0);
    if (bytes > maxMoov) throw new EngineError('corrupt-file', 'a chunk of data is too long');
    return { start, bytes: new Uint8Array(bytes) };
  });
}

function isAboutPictures(track: Slice): boolean {
  const handler = findBox(track, 'mdia', 'hdlr');
  if (!handler) return false;
  skip(handler, 8);
  return readFourCC(handler) === 'meta';
}

/** What has been found in a movie so far. */
interface Found {
  patches: Patch[];
  hasTrack: boolean;
  hasDataTrack: boolean;
  /** Fragments have samples that no track's tables list (ISO/IEC 14496-12, 8.8). */
  isFragmented: boolean;
}

/**
 * Empties the descriptive boxes in a slice, and records the descriptive samples stored elsewhere.
 */
function clean(boxes: Slice, leftOut: LeftOut, found: Found): void {
  const { bytes } = boxes;
  for (const { type, start, body } of readBoxes(boxes)) {
    const { position, end } = body;
    // A compressed header (from the 1990s) would have to be unpacked for this.
    if (type === 'cmov') throw new EngineError('corrupt-file', 'the header is compressed');
    found.hasTrack ||= type === 'trak';
    found.isFragmented ||= type === 'moof' || type === 'mvex';
    if (descriptive.has(type)) {
      empty(bytes, start, end);
    } else if (type === 'trak' && isAboutPictures(body)) {
      found.hasDataTrack = true;
      found.patches.push(...blankSamples(body));
      empty(bytes, start, end);
    } else if (containers.has(type)) {
      clean(body, leftOut, found);
    } else if (timed.has(type) && leftOut === 'strip') {
      // Version 1 has 64-bit times.
      bytes.fill(0, position + 4, Math.min(position + (bytes[position] === 1 ? 20 : 12), end));
    }
  }
}

async function findPatches(movie: Blob, leftOut: LeftOut): Promise<Patch[]> {
  const parts = new FileParts(movie);
  const found: Found = { patches: [], hasTrack: false, hasDataTrack: false, isFragmented: false };
  for await (const { type, start, end } of readTopBoxes(parts)) {
    if (!descriptive.has(type) && !containers.has(type)) continue;
    if (end - start > maxMoov) throw new EngineError('corrupt-file', `box ${type} is too long`);
    const bytes = await parts.read(start, end);
    clean(sliceOf(bytes), leftOut, found);
    found.patches.push({ start, bytes });
  }
  if (found.isFragmented && (found.hasDataTrack || !found.hasTrack))
    throw new EngineError('corrupt-file', 'fragments may hold data about the pictures');
  return found.patches;
}

/**
 * A copy of a MOV or MP4 without what describes it: location, device, names, XMP and data tracks;
 * with `strip` also without times. Pictures and sound stay, and nothing moves, so all offsets
 * remain valid. `null` where the movie is not understood well enough to guarantee that.
 */
export async function cleanMovie(movie: Blob, leftOut: LeftOut): Promise<Blob | null> {
  try {
    const patches = (await findPatches(movie, leftOut)).toSorted((a, b) => a.start - b.start);
    const pieces: BlobPart[] = [];
    let at = 0;
    for (const { start, bytes } of patches) {
      if (start < at || start + bytes.length > movie.size)
        throw new EngineError('corrupt-file', 'samples lie over each other');
      pieces.push(movie.slice(at, start), bytes);
      at = start + bytes.length;
    }
    return new Blob([...pieces, movie.slice(at)]);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}
