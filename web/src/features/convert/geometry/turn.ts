import type { ConvertOptions } from '@stillpix/engine';
import type { CropFraction, Size } from './crop.ts';

/** How a photo is turned by hand: first rotated, then mirrored. */
export interface Turn {
  /** Degrees clockwise. */
  rotate: 0 | 90 | 180 | 270;
  /** Mirrors left and right. */
  flip: boolean;
  /** Leaves a HEIC as stored if only its Exif says how the camera was held. */
  asStored: boolean;
}

export const upright: Turn = { rotate: 0, flip: false, asStored: false };

export type TurnStep = 'left' | 'right' | 'flip';

/** Adds one step by hand, as seen on the screen. */
export function turnOnce(turn: Turn, step: TurnStep): Turn {
  if (step === 'flip') return { ...turn, flip: !turn.flip };
  // A mirrored picture rotates the other way.
  const degrees = (step === 'right') === turn.flip ? -90 : 90;
  return { ...turn, rotate: ((turn.rotate + degrees + 360) % 360) as Turn['rotate'] };
}

/** The same part of the picture after one more step. */
export function turnCrop({ x, y, width, height }: CropFraction, step: TurnStep): CropFraction {
  switch (step) {
    case 'left':
      return { x: y, y: 1 - x - width, width: height, height: width };
    case 'right':
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 'flip':
      return { x: 1 - x - width, y, width, height };
  }
}

/** Converts a part of the turned picture to a part of the unturned one. */
export function unturnCrop(crop: CropFraction, { rotate, flip }: Turn): CropFraction {
  let found = flip ? turnCrop(crop, 'flip') : crop;
  for (let degrees = 0; degrees < rotate; degrees += 90) found = turnCrop(found, 'left');
  return found;
}

export function isSideways({ rotate }: Turn): boolean {
  return rotate === 90 || rotate === 270;
}

export function turnSize(size: Size, turn: Turn): Size {
  return isSideways(turn) ? { width: size.height, height: size.width } : size;
}

/** The engine's options; none if nothing is turned. */
export function turnOptions({
  rotate,
  flip,
  asStored,
}: Turn): Pick<ConvertOptions, 'rotate' | 'flip' | 'exifOrientation'> {
  return {
    ...(rotate === 0 ? {} : { rotate }),
    ...(flip ? { flip: 'horizontal' as const } : {}),
    ...(asStored ? { exifOrientation: 'ignore' as const } : {}),
  };
}
