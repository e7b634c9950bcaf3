import type { Source } from '../../codec/input.ts';
import type { OutputCodec, TrailingVideo } from '../../codec/output.ts';
import { EngineError } from '../../errors.ts';
import type { FileOptions, Note } from '../../options.ts';

/** The video of a photo. */
export interface KeptVideo extends TrailingVideo {
  blob: Blob;
  /** Some viewers of motion photos cannot play HEVC. */
  isHevc: boolean;
}

/**
 * The video inside a photo, or the movie of a live photo, if the options ask for one. Throws
 * `invalid-options` if the given movie is none.
 */
export async function findVideo(
  { video }: Pick<Source, 'video'>,
  file: Blob,
  options: FileOptions,
): Promise<KeptVideo | null> {
  const { liveMovie, metadata = 'keep' } = options;
  if (!wantsVideo(options) || (!liveMovie && !video)) return null;
  const part = liveMovie ?? file.slice(video!.start, video!.end);
  const { isHevc, readMovie } = await import('../../motion/movie.ts');
  const movie = await readMovie(part);
  if (!movie && liveMovie)
    throw new EngineError('invalid-options', 'liveMovie is no MOV or MP4 file');
  const mime = movie?.mime ?? video!.mime;
  // If the location is removed from the photo, its video must not have it either.
  const kept = metadata === 'keep' ? part : await cleaned(part, metadata);
  if (!kept) return null;
  const blob = kept.slice(0, kept.size, mime);
  // A motion photo's own video that was recoded is passed as a live photo's movie, but has no still
  // time itself.
  const ownTime = liveMovie ? movie?.stillTime : null;
  const presentationTime = ownTime ?? video?.presentationTime ?? -1;
  return { blob, size: blob.size, mime, presentationTime, isHevc: isHevc(movie?.codec) };
}

async function cleaned(movie: Blob, metadata: 'without-location' | 'strip'): Promise<Blob | null> {
  const { cleanMovie } = await import('../../motion/clean-movie.ts');
  return cleanMovie(movie, metadata);
}

function wantsVideo({ video, liveMovie }: FileOptions): boolean {
  return video === undefined ? liveMovie !== undefined : video !== 'leave-out';
}

/** Whether the video is appended to the picture instead of returned separately. */
export function keepsVideo({ video = 'keep' }: FileOptions, codec: OutputCodec): boolean {
  return video === 'keep' && codec.attachBehind !== undefined;
}

/** Notes on a photo's video. */
export function videoNotes(
  { hasVideo }: Pick<Source, 'hasVideo'>,
  found: KeptVideo | null,
  options: FileOptions,
  codec: OutputCodec,
): Note[] {
  const kept = found !== null && keepsVideo(options, codec);
  const beside = found !== null && options.video === 'beside';
  if (kept || beside) return found.isHevc ? ['video-is-hevc'] : [];
  return hasVideo || options.liveMovie !== undefined ? ['video-left-out'] : [];
}
