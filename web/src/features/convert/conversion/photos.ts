import type { ConvertResult, Inspection } from '@stillpix/engine';
import type { ConverterOptions } from '../tools.ts';
import type { CropFraction } from '../geometry/crop.ts';
import type { Failure } from './failure.ts';
import { type Turn, turnCrop, turnOnce, type TurnStep, upright } from '../geometry/turn.ts';

export interface PhotoResult {
  converted: ConvertResult;
  /** The part of the original that the result shows. */
  kept: CropFraction;
  /** Identifies the options that it was made with, see `Photo.triedWith`. */
  madeWith: string;
  /** It was downloaded, shared or copied, so closing the page does not lose it. */
  saved: boolean;
}

export interface Photo {
  id: string;
  file: File;
  /** Size in pixels of the upright picture before it is turned by hand, once its header is read. */
  dimensions: { width: number; height: number } | null;
  /** The file's header, once it is read. */
  header: Inspection | null;
  /** The movie of this live photo, found by their common identifier. */
  movie: File | null;
  /** The photo's video as H.264, if the visitor asked for that. */
  recoded: File | null;
  /** Progress of recoding the video to H.264, 0 to 100; null if there is none. */
  recoding: number | 'failed' | null;
  turn: Turn;
  /** In the turned picture. */
  crop: CropFraction | null;
  /** Options for this photo only, which replace those of the panel. */
  own: Partial<ConverterOptions> | null;
  /** The running conversion, if any. */
  work: {
    /** Unique within a page, so that a late answer of an older run does not settle a newer one. */
    job: number;
    /** 0 to 100. */
    progress: number;
  } | null;
  /** The newest result. Stays until it is replaced. */
  result: PhotoResult | null;
  /** Why the last conversion failed, if it did. */
  failure: Failure | null;
  /** The options of the last finished conversion, as one string; null before the first. */
  triedWith: string | null;
}

export type PhotoStatus = 'pending' | 'converting' | 'success' | 'error';

export function statusOf({ work, failure, result }: Photo): PhotoStatus {
  if (work !== null) return 'converting';
  if (failure !== null) return 'error';
  return result === null ? 'pending' : 'success';
}

export type PhotosAction =
  | { type: 'add'; files: readonly { id: string; file: File }[] }
  | { type: 'remove'; ids: readonly string[] }
  /** At its former place, or at the end if there are fewer photos now. */
  | { type: 'put-back'; photo: Photo; at: number }
  | { type: 'start'; id: string; job: number }
  /** With a fraction from 0 to 1. */
  | { type: 'progress'; job: number; fraction: number }
  | { type: 'done'; job: number; result: PhotoResult }
  | { type: 'failed'; job: number; failure: Failure; triedWith: string }
  | { type: 'canceled'; job: number }
  | { type: 'inspected'; id: string; header: Inspection }
  | { type: 'movie-found'; id: string; movie: File }
  | { type: 'recoding'; id: string; recoding: Photo['recoding'] }
  | { type: 'recoded'; id: string; video: File | null }
  | { type: 'turned'; ids: readonly string[]; step: TurnStep }
  | { type: 'as-stored'; id: string; asStored: boolean }
  | { type: 'own-options'; id: string; own: Partial<ConverterOptions> | null }
  /**
   * Marks those results that are still current. A newer one may have come while they were saved.
   */
  | { type: 'saved'; results: readonly ConvertResult[] }
  /** Moves a photo to this index; the others move up or down. */
  | { type: 'moved'; id: string; to: number }
  | { type: 'cropped'; ids: readonly string[]; crop: CropFraction | null };

export function reducePhotos(photos: readonly Photo[], action: PhotosAction): readonly Photo[] {
  switch (action.type) {
    case 'add':
      return [...photos, ...action.files.map(createPhoto)];
    case 'remove':
      return photos.filter(({ id }) => !action.ids.includes(id));
    case 'put-back':
      return [...photos.slice(0, action.at), action.photo, ...photos.slice(action.at)];
    case 'start':
      return photos.map((photo) =>
        photo.id === action.id && photo.work === null
          ? { ...photo, work: { job: action.job, progress: 0 } }
          : photo,
      );
    case 'progress': {
      const reported = Math.min(100, action.fraction * 100);
      return photos.map((photo) =>
        photo.work?.job === action.job && reported > photo.work.progress
          ? { ...photo, work: { job: action.job, progress: reported } }
          : photo,
      );
    }
    case 'done':
      return settle(photos, action.job, (photo) => ({
        ...photo,
        result: action.result,
        failure: null,
        triedWith: action.result.madeWith,
      }));
    case 'failed':
      return settle(photos, action.job, (photo) => ({
        ...photo,
        failure: action.failure,
        triedWith: action.triedWith,
      }));
    case 'canceled':
      return settle(photos, action.job, (photo) => photo);
    case 'inspected': {
      const { id, header } = action;
      const { width, height } = header;
      return changeOne(photos, id, { header, dimensions: { width, height } });
    }
    case 'movie-found':
      return changeOne(photos, action.id, { movie: action.movie });
    case 'recoding':
      return changeOne(photos, action.id, { recoding: action.recoding });
    case 'recoded':
      return changeOne(photos, action.id, { recoded: action.video, recoding: null });
    case 'turned':
      return photos.map((photo) =>
        action.ids.includes(photo.id)
          ? {
              ...photo,
              turn: turnOnce(photo.turn, action.step),
              crop: photo.crop && turnCrop(photo.crop, action.step),
            }
          : photo,
      );
    case 'as-stored':
      // Removes the crop, which would lie elsewhere because the sides may be swapped.
      return photos.map((photo) =>
        photo.id === action.id
          ? { ...photo, crop: null, turn: { ...photo.turn, asStored: action.asStored } }
          : photo,
      );
    case 'own-options':
      return changeOne(photos, action.id, { own: action.own });
    case 'saved':
      return photos.map((photo) =>
        photo.result !== null && action.results.includes(photo.result.converted)
          ? { ...photo, result: { ...photo.result, saved: true } }
          : photo,
      );
    case 'moved': {
      const moved = photos.find(({ id }) => id === action.id);
      if (moved === undefined) return photos;
      const others = photos.filter((photo) => photo !== moved);
      return [...others.slice(0, action.to), moved, ...others.slice(action.to)];
    }
    case 'cropped':
      return photos.map((photo) =>
        action.ids.includes(photo.id) ? { ...photo, crop: action.crop } : photo,
      );
  }
}

function changeOne(photos: readonly Photo[], id: string, part: Partial<Photo>): readonly Photo[] {
  return photos.map((photo) => (photo.id === id ? { ...photo, ...part } : photo));
}

function createPhoto({ id, file }: { id: string; file: File }): Photo {
  return {
    id,
    file,
    dimensions: null,
    header: null,
    movie: null,
    recoded: null,
    recoding: null,
    turn: upright,
    crop: null,
    own: null,
    work: null,
    result: null,
    failure: null,
    triedWith: null,
  };
}

/** Bytes of the photo's source files, including the movie that went into the result. */
export function bytesBefore({ file, movie, result }: Photo): number {
  return file.size + (result?.converted.isMotionPhoto ? (movie?.size ?? 0) : 0);
}

function settle(
  photos: readonly Photo[],
  job: number,
  next: (photo: Photo) => Photo,
): readonly Photo[] {
  return photos.map((photo) => (photo.work?.job === job ? { ...next(photo), work: null } : photo));
}

/** Results of more photos would fill a phone's memory. */
export const maxPhotosInList = 100;

/** Converted photos do not count against the limit of a batch. */
export function placesLeft(photos: readonly Photo[], maxFiles: number): number {
  const unfinished = photos.filter(({ result }) => result === null).length;
  return Math.max(0, Math.min(maxFiles - unfinished, maxPhotosInList - photos.length));
}

export function hasUnsaved(photos: readonly Photo[]): boolean {
  return photos.some(({ result }) => result !== null && !result.saved);
}
