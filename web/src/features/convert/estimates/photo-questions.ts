import type { ResizeOptions } from '@stillpix/engine';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { isSideways, unturnCrop, upright } from '../geometry/turn.ts';
import { isLossy, qualityPresets } from '../tools.ts';
import type { Question } from './questions.ts';

type PhotoOptions = Pick<Conversion, 'optionsFor' | 'engineOptionsFor' | 'needsConversion'>;

/** How large the photo would be as it would be converted now; null if too little is known of it. */
export function questionOf(
  photo: Photo,
  { engineOptionsFor }: PhotoOptions,
  quality?: number,
): Question | null {
  if (photo.dimensions === null || photo.header === null) return null;
  const { file, dimensions, header } = photo;
  // Patches are taken of the stored picture, so the requested crop and size are turned to match
  // it.
  const lying = {
    ...photo,
    turn: { ...upright, asStored: photo.turn.asStored },
    crop: photo.crop && unturnCrop(photo.crop, photo.turn),
  };
  const options = engineOptionsFor(lying, quality === undefined ? {} : { quality });
  const resize = options.resize && isSideways(photo.turn) ? layDown(options.resize) : undefined;
  return {
    file,
    dimensions,
    header,
    options: resize === undefined ? options : { ...options, resize },
  };
}

/** At a lower quality, for a result that is larger than the original. */
export function smallerQuestionOf(photo: Photo, conversion: PhotoOptions): Question | null {
  const options = conversion.optionsFor(photo);
  const isBigger = (photo.result?.converted.blob.size ?? 0) > photo.file.size;
  const canBeSmaller = isLossy(options) && options.quality > qualityPresets.balanced;
  return isBigger && canBeSmaller ? questionOf(photo, conversion, qualityPresets.balanced) : null;
}

/** All questions that the list shows answers to. */
export function questionsOf(photos: readonly Photo[], conversion: PhotoOptions): Question[] {
  return photos.flatMap((photo) => {
    const question = conversion.needsConversion(photo)
      ? questionOf(photo, conversion)
      : smallerQuestionOf(photo, conversion);
    return question === null ? [] : [question];
  });
}

function layDown({ width, height, ...rest }: ResizeOptions): ResizeOptions {
  return {
    ...rest,
    ...(height === undefined ? {} : { width: height }),
    ...(width === undefined ? {} : { height: width }),
  };
}
