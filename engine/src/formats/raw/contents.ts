import type { OnRead } from '../../bytes/looked-at.ts';
import { EngineError } from '../../errors.ts';

/** Bytes of the file. */
export interface Range {
  start: number;
  end: number;
}

/** What a raw file's structure leads to. */
export interface RawContents {
  /** Where JPEGs may lie; what is there shows when it is read. Ends may be outside the file. */
  jpegs: Range[];
  /** Where coded samples of the sensor begin: some are JPEGs by their look. */
  samples: ReadonlySet<number>;
  /** Of pictures that say nothing of it themselves: Exif's, 1 to 8. */
  orientation: number;
  /** The same of what the camera noted. */
  exif: Uint8Array | null;
  xmp: Uint8Array | null;
  /** Where the file itself says what colors its JPEGs have; of others, Exif does. */
  isAdobeRgb?: boolean;
}

/** Reads the structure of one kind of raw file. Throws `corrupt-file` where it is none. */
export type ReadContents = (bytes: Uint8Array<ArrayBuffer>, onRead: OnRead) => RawContents;

/** A range by its start and size, where both are given and it holds something. */
export function rangeOf(start: number | undefined, size: number | undefined): Range[] {
  return start && size ? [{ start, end: start + size }] : [];
}

/** Bytes that are looked at. Throws `corrupt-file` where the file does not have them all. */
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

/** Exif's number for a camera that was turned by so many degrees, clockwise. */
export function orientationOf(degrees: number): number {
  return { 90: 6, 180: 3, 270: 8 }[(degrees + 360) % 360] ?? 1;
}
