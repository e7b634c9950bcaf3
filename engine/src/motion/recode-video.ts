import { FileParts } from '../bytes/file-parts.ts';
import { sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import type { JobOptions } from '../options.ts';
import { type HevcTrack, readHevcTracks } from './hevc-track.ts';
import { maxMoov, readTopBoxes } from './movie.ts';
import { findCodecs, recodeFrames } from './recode-frames.ts';
import { type CodedTrack, replaceTracks } from './replace-tracks.ts';

interface MovieToRecode {
  moov: { start: number; end: number; body: Slice };
  tracks: { track: HevcTrack; codecs: NonNullable<Awaited<ReturnType<typeof findCodecs>>> }[];
}

async function open(movie: Blob): Promise<MovieToRecode> {
  const parts = new FileParts(movie);
  let moov: MovieToRecode['moov'] | null = null;
  for await (const { type, start, body, end } of readTopBoxes(parts)) {
    if (type === 'moof') throw new EngineError('unsupported-feature', 'a movie in fragments');
    if (type !== 'moov') continue;
    if (end - body > maxMoov)
      throw new EngineError('too-large', 'the header of a movie is too long');
    moov = { start, end, body: sliceOf(await parts.read(body, end)) };
  }
  if (!moov) throw new EngineError('corrupt-file', 'a movie without a header');
  const tracks: MovieToRecode['tracks'] = [];
  for (const track of readHevcTracks(moov.body)) {
    const codecs = await findCodecs(track);
    if (!codecs) throw new EngineError('unsupported-feature', 'no codec here for HEVC and H.264');
    tracks.push({ track, codecs });
  }
  if (tracks.length === 0) throw new EngineError('unsupported-feature', 'a movie without HEVC');
  return { moov, tracks };
}

/**
 * Whether this browser decodes the HEVC of a MOV or MP4, and encodes H.264 of its size and bit
 * rate. False for other videos, HDR ones, and broken ones. Decodes nothing.
 */
export async function canRecodeVideo(movie: Blob): Promise<boolean> {
  try {
    await open(movie);
    return true;
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

/**
 * The same MOV or MP4 with H.264 in place of HEVC, made by the browser's codecs (WebCodecs). Frames
 * keep their times; sound, rotation, location and everything else in the file are copied. Progress
 * is from 0 to 1. Rejects with an EngineError: `unsupported-feature` where `canRecodeVideo` is
 * false, `corrupt-file`, `too-large`, `canceled`, `timed-out` or `encode-failed`.
 */
export async function recodeVideo(movie: Blob, job: JobOptions = {}): Promise<Blob> {
  const { moov, tracks } = await open(movie);
  const coded = new Map<HevcTrack, CodedTrack>();
  for (const [index, { track, codecs }] of tracks.entries()) {
    const onProgress = (part: number) => job.onProgress?.((index + part) / tracks.length);
    coded.set(track, await recodeFrames(movie, track, codecs, { ...job, onProgress }));
  }
  return replaceTracks(movie, moov, coded);
}
