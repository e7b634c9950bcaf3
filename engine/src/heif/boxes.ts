import type { Slice } from '../bytes/reader.ts';
import {
  readFourCC,
  readSlice,
  readU32,
  readU8,
  readUint,
  remaining,
  skip,
} from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';

/** A box of the ISO base media file format (ISO/IEC 14496-12, 4.2). */
export interface Box {
  type: string;
  body: Slice;
}

/**
 * The boxes that fill a slice, in file order. Size 0 reaches to the end of the slice, size 1 is
 * followed by a 64-bit size. A box that claims more than its parent holds is `corrupt-file`; with
 * `clip` it is cut to what is there, for top-level boxes of files whose download was cut short.
 */
export function* readBoxes(slice: Slice, clip = false): Generator<Box> {
  // Fewer than 8 bytes hold no box header; writers leave such padding behind.
  while (remaining(slice) >= 8) {
    const start = slice.position;
    let size = readU32(slice);
    const type = readFourCC(slice);
    if (size === 1) size = readUint(slice, 8);
    else if (size === 0) size = slice.end - start;
    if (type === 'uuid') skip(slice, 16);
    const left = size - (slice.position - start);
    if (left < 0) throw new EngineError('corrupt-file', `box ${type} is smaller than its header`);
    const body = readSlice(slice, clip ? Math.min(left, remaining(slice)) : left);
    yield { type, body };
  }
}

/** The version and flags that open a full box (ISO/IEC 14496-12, 4.2). */
export function readVersionAndFlags(body: Slice): { version: number; flags: number } {
  return { version: readU8(body), flags: readUint(body, 3) };
}
