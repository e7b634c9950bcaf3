import { readU32, remaining, skip, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { findBox } from './movie.ts';

/**
 * A coded video frame or audio sample (ISO/IEC 14496-12, 8.6 and 8.7). Times are in ticks of its
 * track.
 */
export interface Sample {
  /** File offset. */
  start: number;
  size: number;
  /** Presentation time, before the track's edits. */
  time: number;
  duration: number;
  isSync: boolean;
}

/** Consecutive samples in the file. */
interface Chunk {
  start: number;
  end: number;
  /** Number of samples. */
  samples: number;
}

export interface SampleTable {
  /** In decoding order. */
  samples: Sample[];
  chunks: Chunk[];
}

/** A photo's video has a few hundred frames. */
const maxSamples = 100_000;

/** The body of a table after version and flags, with its version. */
function findTable(stbl: Slice, type: string): { table: Slice; version: number } | null {
  const table = findBox(stbl, type);
  if (!table) return null;
  const version = readU32(table) >>> 24;
  return { table, version };
}

export function requireTable(stbl: Slice, type: string): Slice {
  const found = findTable(stbl, type);
  if (!found) throw new EngineError('corrupt-file', `a track has no ${type} box`);
  return found.table;
}

function readCount(table: Slice, bytesEach: number): number {
  const count = readU32(table);
  if (count > maxSamples) throw new EngineError('too-large', 'a track has too many samples');
  if (count * bytesEach > remaining(table))
    throw new EngineError('corrupt-file', 'a table of samples is cut off');
  return count;
}

/** The values of each sample, from a table of run lengths. */
function readRuns(table: Slice): number[] {
  const values: number[] = [];
  for (let left = readCount(table, 8); left > 0; left--) {
    const count = readU32(table);
    const value = readU32(table);
    if (values.length + count > maxSamples)
      throw new EngineError('too-large', 'a track has too many samples');
    for (let sample = 0; sample < count; sample++) values.push(value);
  }
  return values;
}

/** Size of each sample in bytes. */
export function readSizes(stbl: Slice): number[] {
  const table = requireTable(stbl, 'stsz');
  const fixed = readU32(table);
  const count = readCount(table, fixed === 0 ? 4 : 0);
  return Array.from({ length: count }, () => (fixed === 0 ? readU32(table) : fixed));
}

/** Chunk offsets: 32 bits each in `stco`, 64 in `co64`. */
export function readChunkOffsets(table: Slice, type: 'stco' | 'co64'): number[] {
  skip(table, 4);
  const width = type === 'stco' ? 4 : 8;
  return Array.from({ length: readCount(table, width) }, () =>
    type === 'stco' ? readU32(table) : readU32(table) * 2 ** 32 + readU32(table),
  );
}

/** Chunk offsets of a track, from whichever table it has. */
export function requireChunkOffsets(stbl: Slice): number[] {
  const short = findBox(stbl, 'stco');
  const table = short ?? findBox(stbl, 'co64');
  if (!table) throw new EngineError('corrupt-file', 'a track does not say where its samples are');
  return readChunkOffsets(table, short ? 'stco' : 'co64');
}

function readChunks(stbl: Slice, sizes: readonly number[]): Chunk[] {
  const offsets = requireChunkOffsets(stbl);
  const runs = requireTable(stbl, 'stsc');
  const starts = Array.from({ length: readCount(runs, 12) }, () => {
    const run = { first: readU32(runs), samples: readU32(runs) };
    if (readU32(runs) !== 1)
      throw new EngineError('unsupported-feature', 'frames of several codings');
    return run;
  });
  let sample = 0;
  let run = -1;
  const chunks = offsets.map((start, index) => {
    while (starts[run + 1] !== undefined && starts[run + 1]!.first <= index + 1) run += 1;
    const samples = starts[run]?.samples ?? 0;
    const own = sizes.slice(sample, sample + samples);
    sample += samples;
    return { start, end: own.reduce((sum, size) => sum + size, start), samples: own.length };
  });
  if (sample !== sizes.length)
    throw new EngineError('corrupt-file', 'chunks and samples of a track do not agree');
  return chunks;
}

/**
 * Positions and times of a track's samples. Throws `corrupt-file`, `too-large` or
 * `unsupported-feature`.
 */
export function readSampleTable(stbl: Slice): SampleTable {
  const sizes = readSizes(stbl);
  const durations = readRuns(requireTable(stbl, 'stts'));
  const shifts = findTable(stbl, 'ctts');
  // Version 0 is unsigned by the standard, but QuickTime and many other writers store negative
  // numbers.
  const offsets = shifts ? readRuns(shifts.table).map((value) => value | 0) : [];
  const syncTable = findTable(stbl, 'stss')?.table;
  const sync = syncTable
    ? new Set(Array.from({ length: readCount(syncTable, 4) }, () => readU32(syncTable)))
    : null;
  const chunks = readChunks(stbl, sizes);
  if (durations.length < sizes.length)
    throw new EngineError('corrupt-file', 'a track does not say when its samples are shown');
  const samples: Sample[] = [];
  let time = 0;
  for (const chunk of chunks) {
    let start = chunk.start;
    for (let left = chunk.samples; left > 0; left--) {
      const index = samples.length;
      const size = sizes[index]!;
      const duration = durations[index]!;
      const isSync = sync === null || sync.has(index + 1);
      samples.push({ start, size, time: time + (offsets[index] ?? 0), duration, isSync });
      start += size;
      time += duration;
    }
  }
  return { samples, chunks };
}
