import { bytesOfNumber, bytesOfU16, bytesOfU32 } from '../bytes/big-endian.ts';
import { joinBytes } from '../bytes/join.ts';
import { FileParts } from '../bytes/file-parts.ts';
import { sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readBoxes, readClippedBoxes } from '../heif/boxes.ts';
import { writeBox } from '../heif/write-box.ts';
import { entryFields, type HevcTrack } from './hevc-track.ts';
import { findBox, readTopBoxes } from './movie.ts';
import { readChunkOffsets } from './sample-table.ts';

/** ITU-T H.273 code points. */
export interface VideoColor {
  primaries: number;
  transfer: number;
  matrix: number;
  isFullRange: boolean;
}

/** A frame coded as H.264. */
export interface CodedFrame {
  data: Uint8Array<ArrayBuffer>;
  /** Presentation time in ticks of its track. */
  time: number;
  isSync: boolean;
}

/** Replacement for an HEVC track: the same number of frames, in decoding order. */
export interface CodedTrack {
  frames: CodedFrame[];
  /** The body of `avcC`. */
  configuration: Uint8Array;
  /** Color as the decoder reported it. `null` where it is unknown. */
  color: VideoColor | null;
}

/** A range of the file and its replacement. */
interface Edit {
  start: number;
  end: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const containers = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** Boxes of a sample entry that apply to the picture, whatever its coding. */
const keptOfEntry = new Set(['colr', 'pasp', 'clap', 'fiel']);

function fullBox(type: string, ...parts: Uint8Array[]): Uint8Array {
  return writeBox(type, bytesOfU32(0), ...parts);
}

/** A table of run lengths and values, one run per series of equal values. */
function runTable(type: string, values: readonly number[]): Uint8Array {
  const runs: [count: number, value: number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else runs.push([1, value]);
  }
  const isSigned = type === 'ctts' && values.some((value) => value < 0);
  const rows = bytesOfU32(...runs.flat());
  return writeBox(type, bytesOfU32(isSigned ? 0x0100_0000 : 0), bytesOfU32(runs.length), rows);
}

/**
 * Tables of decoding and presentation times. Frames are shown at the original times, so the track's
 * edits, which count from there, stay valid.
 */
function timeTables(frames: readonly CodedFrame[], samples: HevcTrack['samples']): Uint8Array[] {
  const shown = frames.map(({ time }) => time).toSorted((a, b) => a - b);
  const first = shown[0]!;
  const whole = samples.reduce((sum, { duration }) => sum + duration, 0);
  const durations = shown.map((time, index) => {
    const next = shown[index + 1];
    return next === undefined ? Math.max(1, whole - (time - first)) : next - time;
  });
  const shifts = frames.map(({ time }, index) => time - (shown[index]! - first));
  const isShifted = shifts.some((shift) => shift !== 0);
  return [runTable('stts', durations), ...(isShifted ? [runTable('ctts', shifts)] : [])];
}

function colorBox({ primaries, transfer, matrix, isFullRange }: VideoColor): Uint8Array {
  const points = bytesOfU16(primaries, transfer, matrix);
  const kind = new TextEncoder().encode('nclx');
  return writeBox('colr', kind, points, Uint8Array.of(isFullRange ? 0x80 : 0));
}

/** The `avc1` sample entry, with size, color and shape from the HEVC one. */
function description(stbl: Slice, { configuration, color }: CodedTrack): Uint8Array {
  const before = findBox(stbl, 'stsd')!;
  before.position += 8;
  const [entry] = readBoxes(before);
  const { bytes, position, end } = entry!.body;
  const fields = bytes.slice(position, position + entryFields);
  // Clears the name of the encoder.
  fields.fill(0, 42, 74);
  const kept: Uint8Array[] = [];
  let hasColor = false;
  for (const { type, start, body } of readClippedBoxes(
    sliceOf(bytes, position + entryFields, end),
  )) {
    if (!keptOfEntry.has(type)) continue;
    kept.push(bytes.subarray(start, body.end));
    hasColor ||= type === 'colr';
  }
  const added = color && !hasColor ? [colorBox(color)] : [];
  const avc1 = writeBox('avc1', fields, writeBox('avcC', configuration), ...kept, ...added);
  return fullBox('stsd', bytesOfU32(1), avc1);
}

function sampleTable(stbl: Slice, track: HevcTrack, coded: CodedTrack): Uint8Array[] {
  const { frames } = coded;
  const sync = frames.flatMap(({ isSync }, index) => (isSync ? [index + 1] : []));
  const sizes = bytesOfU32(...frames.map(({ data }) => data.length));
  return [
    description(stbl, coded),
    ...timeTables(frames, track.samples),
    fullBox('stss', bytesOfU32(sync.length), bytesOfU32(...sync)),
    fullBox('stsz', bytesOfU32(0, frames.length), sizes),
  ];
}

/** Boxes of the sample table that stay: which sample is in which chunk, and where chunks are. */
const keptOfTable = new Set(['stsc', 'stco', 'co64']);

/** The `moov` box with the new tracks, with every chunk at its offset after `move`. */
function writeMoov(
  moov: Slice,
  tracks: ReadonlyMap<HevcTrack, CodedTrack>,
  move: (offset: number) => number,
): Uint8Array<ArrayBuffer> {
  function rewrite(boxes: Slice, own: [HevcTrack, CodedTrack] | null): Uint8Array[] {
    return [...readBoxes({ ...boxes })].flatMap(({ type, start, body }) => {
      if (type === 'stco' || type === 'co64') {
        const offsets = readChunkOffsets({ ...body }, type).map(move);
        const written = offsets.map((offset) => bytesOfNumber(offset, type === 'stco' ? 4 : 8));
        return [fullBox(type, bytesOfU32(offsets.length), ...written)];
      }
      if (own && type === 'stbl') {
        const kept = rewrite(body, null).filter((box) =>
          keptOfTable.has(String.fromCharCode(...box.subarray(4, 8))),
        );
        return [writeBox(type, ...sampleTable(body, ...own), ...kept)];
      }
      if (!containers.has(type)) return [body.bytes.subarray(start, body.end)];
      const found = type === 'trak' ? [...tracks].find(([{ at }]) => at === start) : own;
      return [writeBox(type, ...rewrite(body, found ?? null))];
    });
  }
  return writeBox('moov', ...rewrite(moov, null));
}

/** Replaces the tracks' chunks with the new frames. */
function chunkEdits(tracks: ReadonlyMap<HevcTrack, CodedTrack>): Edit[] {
  return [...tracks].flatMap(([{ chunks }, { frames }]) => {
    let frame = 0;
    return chunks.map(({ start, end, samples }) => {
      const own = frames.slice(frame, frame + samples);
      frame += samples;
      return { start, end, bytes: joinBytes(own.map(({ data }) => data)) };
    });
  });
}

/** Maps a file offset to its offset after the edits. */
function moveBy(edits: readonly Edit[]): (offset: number) => number {
  let moved = 0;
  const sorted = edits
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, bytes }) => {
      const before = moved;
      moved += bytes.length - (end - start);
      return { start, end, before, after: moved };
    });
  return (offset) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const last = sorted[low - 1];
    if (!last) return offset;
    if (offset === last.start) return offset + last.before;
    if (offset < last.end) throw new EngineError('corrupt-file', 'samples lie over each other');
    return offset + last.after;
  };
}

/**
 * New sizes of the boxes that contain frames. Boxes that reach to the end of the file have none.
 */
async function sizeEdits(parts: FileParts, edits: readonly Edit[]): Promise<Edit[]> {
  const sizes: Edit[] = [];
  for await (const { type, start, body, end } of readTopBoxes(parts)) {
    if (type === 'moof') throw new EngineError('unsupported-feature', 'a movie in fragments');
    const inside = edits.filter((edit) => edit.start >= body && edit.end <= end);
    const grown = inside.reduce(
      (sum, edit) => sum + edit.bytes.length - (edit.end - edit.start),
      0,
    );
    const stated = new DataView((await parts.read(start, start + 4)).buffer).getUint32(0);
    if (grown === 0 || stated === 0) continue;
    const [at, width] = stated === 1 ? [start + 8, 8] : [start, 4];
    const bytes = bytesOfNumber(end - start + grown, width);
    sizes.push({ start: at, end: at + width, bytes });
  }
  return sizes;
}

/** Limit of 32-bit chunk offsets, which most files have. Photos' videos are far smaller. */
const maxBytes = 2 ** 31;

/**
 * Replaces HEVC tracks of a MOV or MP4 with H.264. All other bytes stay: sound, times, rotation,
 * location, and data tracks. Throws `unsupported-feature`, `too-large` or `corrupt-file`.
 *
 * @param moov The range of the `moov` box in the movie.
 */
export async function replaceTracks(
  movie: Blob,
  moov: { start: number; end: number; body: Slice },
  tracks: ReadonlyMap<HevcTrack, CodedTrack>,
): Promise<Blob> {
  const parts = new FileParts(movie);
  const frames = chunkEdits(tracks);
  const edits = [...frames, ...(await sizeEdits(parts, frames))];
  if (movie.size + frames.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxBytes)
    throw new EngineError('too-large', 'a movie of more than 2 GB');
  // The draft has the final length, which does not depend on the chunk offsets.
  const draft = writeMoov(moov.body, tracks, (offset) => offset);
  const { start, end } = moov;
  const move = moveBy([...edits, { start, end, bytes: draft }]);
  edits.push({ start, end, bytes: writeMoov(moov.body, tracks, move) });
  const pieces: BlobPart[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at || edit.end > movie.size)
      throw new EngineError('corrupt-file', 'samples lie over each other');
    pieces.push(movie.slice(at, edit.start), edit.bytes);
    at = edit.end;
  }
  return new Blob([...pieces, movie.slice(at)], { type: movie.type });
}
