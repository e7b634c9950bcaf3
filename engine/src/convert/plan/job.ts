import type { Size } from '../../geometry.ts';
import type { ConvertOptions, InputFormat } from '../../options.ts';
import { baseSeconds } from '../../strips/deadlines.ts';
import type { KeptVideo } from './video.ts';
import type { PictureRequest } from './picture-request.ts';
import type { PlannedPicture } from './ways.ts';

/** What a run of the pipeline reports to its caller. */
export interface Hooks {
  /** From 0 to 1, never decreasing. */
  onProgress?: (fraction: number) => void;
  /** The work ahead needs at most this many seconds. */
  onDeadline?: (seconds: number) => void;
  /** How many other workers were idle when this one began. */
  idleOthers?: number;
}

/**
 * A phone of 2018 takes about a second for four megapixels. This is ten times that, in addition to
 * a fixed time.
 */
const secondsPerMegapixel = 2.5;

/** A search for a size encodes up to eight times. */
const searchFactor = 4;

/** Seconds that making a picture may take. */
export function secondsFor({ width, height }: Size, { targetBytes }: ConvertOptions): number {
  const seconds = baseSeconds + (secondsPerMegapixel * width * height) / 1e6;
  return targetBytes === undefined ? seconds : seconds * searchFactor;
}

/** An open file, and the plans for the requested pictures. */
export interface Job extends PictureRequest {
  /** The photo's video, if it is requested. */
  found: KeptVideo | null;
  format: InputFormat;
  name: string;
  started: number;
  /** Indices of the requested pictures, the primary one first. */
  wanted: number[];
  /** Keyed by these indices. */
  pictures: Readonly<Record<number, PlannedPicture>>;
}
