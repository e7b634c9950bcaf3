import type { OnRead } from '../../bytes/looked-at.ts';

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
}

/** Reads the structure of one kind of raw file. Throws `corrupt-file` where it is none. */
export type ReadContents = (bytes: Uint8Array<ArrayBuffer>, onRead: OnRead) => RawContents;

/** A range by its start and size, where both are given and it holds something. */
export function rangeOf(start: number | undefined, size: number | undefined): Range[] {
  return start && size ? [{ start, end: start + size }] : [];
}
