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
  /** Offset of the box's header in the slice's bytes. */
  start: number;
  body: Slice;
}

/**
 * Reads the size and type at the start of a box. `size` is in bytes, includes the header, and is
 * `room` for a box that reaches to the end. It is not validated.
 */
export function readBoxHead(
  slice: Slice,
  room: number,
): { type: string; headSize: number; size: number } {
  const size = readU32(slice);
  const type = readFourCC(slice);
  if (size === 1) return { type, headSize: 16, size: readUint(slice, 8) };
  return { type, headSize: 8, size: size === 0 ? room : size };
}

/**
 * The boxes in a slice, in file order. Size 0 means up to the end of the slice; size 1 means that a
 * 64-bit size follows. A box larger than its parent is `corrupt-file`.
 */
export function readBoxes(slice: Slice): Generator<Box> {
  return readBoxesWith(slice, (left) => left);
}

/**
 * The same, except that a box larger than its parent is truncated, as top-level boxes of a partial
 * download are.
 */
export function readClippedBoxes(slice: Slice): Generator<Box> {
  return readBoxesWith(slice, (left) => Math.min(left, remaining(slice)));
}

function* readBoxesWith(slice: Slice, bodyLength: (left: number) => number): Generator<Box> {
  // Fewer than 8 bytes hold no box header; writers leave such padding behind.
  while (remaining(slice) >= 8) {
    const start = slice.position;
    const { type, size } = readBoxHead(slice, slice.end - start);
    if (type === 'uuid') skip(slice, 16);
    const left = size - (slice.position - start);
    if (left < 0) throw new EngineError('corrupt-file', `box ${type} is smaller than its header`);
    const body = readSlice(slice, bodyLength(left));
    yield { type, start, body };
  }
}

/** The version and flags that open a full box (ISO/IEC 14496-12, 4.2). */
export function readVersionAndFlags(body: Slice): { version: number; flags: number } {
  return { version: readU8(body), flags: readUint(body, 3) };
}
