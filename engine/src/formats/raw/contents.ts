import type { OnRead } from '../../bytes/looked-at.ts';
import { EngineError } from '../../errors.ts';

/** File offsets; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** What the structure of a raw file refers to. */
export interface RawContents {
  /** Where JPEGs may be, to be verified by reading. Ends may be outside the file. */
  jpegs: Range[];
  /** Offsets of the sensor's coded samples, some of which look like JPEGs. */
  samples: ReadonlySet<number>;
  /** Exif orientation (1 to 8) for pictures without one of their own. */
  orientation: number;
  /** Likewise, what the camera recorded. */
  exif: Uint8Array | null;
  xmp: Uint8Array | null;
  /** Set if the file itself states its JPEGs' colors; otherwise Exif does. */
  isAdobeRgb?: boolean;
}

/** Reads the structure of one kind of raw file. Throws `corrupt-file` for other files. */
export type ReadContents = (bytes: Uint8Array<ArrayBuffer>, onRead: OnRead) => RawContents;

/** A range from start and size. None if either is missing or zero. */
export function rangeOf(start: number | undefined, size: number | undefined): Range[] {
  return start && size ? [{ start, end: start + size }] : [];
}

/** Reports a range as read. Throws `corrupt-file` where it exceeds the file. */
export function requireInside(
  { length }: Uint8Array,
  start: number,
  size: number,
  onRead: OnRead,
): void {
  if (!(start >= 0 && size <= length - start))
    throw new EngineError('corrupt-file', `Raw: ${size} bytes at ${start} are not in the file`);
  onRead(start, start + size);
}

/** Exif orientation for a camera rotated clockwise by this many degrees. */
export function orientationOf(degrees: number): number {
  return { 90: 6, 180: 3, 270: 8 }[(degrees + 360) % 360] ?? 1;
}
