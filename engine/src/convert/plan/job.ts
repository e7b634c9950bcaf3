import type { Size } from '../../geometry.ts';
import type { ConvertOptions, InputFormat } from '../../options.ts';
import { baseSeconds } from '../../strips/deadlines.ts';
import type { KeptVideo } from './video.ts';
import type { PlannedPicture, PictureRequest } from './ways.ts';

/** What one run of the pipeline tells its caller on the way. */
export interface Hooks {
  /** From 0 to 1, never less than before. */
  onProgress?: (fraction: number) => void;
  /** The work ahead needs at most so many seconds. */
  onDeadline?: (seconds: number) => void;
  /** Workers that had nothing to do when this one began. */
  idleOthers?: number;
}

/** A phone of 2018 takes about a second for four megapixels; ten times that, and a start. */
const secondsPerMegapixel = 2.5;

/** A search for a size encodes up to eight times. */
const searchFactor = 4;

/** What making a picture may take. */
export function secondsFor({ width, height }: Size, { targetBytes }: ConvertOptions): number {
  const seconds = baseSeconds + (secondsPerMegapixel * width * height) / 1e6;
  return targetBytes === undefined ? seconds : seconds * searchFactor;
}

/** A file that is opened, and the plans for the pictures that are wanted of it. */
export interface Job extends PictureRequest {
  /** The video of the photo, where one is asked for. */
  found: KeptVideo | null;
  format: InputFormat;
  name: string;
  started: number;
  /** Indices of the pictures that are asked for, the primary one first. */
  wanted: number[];
  /** By these. */
  pictures: Readonly<Record<number, PlannedPicture>>;
}
