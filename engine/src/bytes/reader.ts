import { EngineError } from '../errors.ts';
import { textAt } from './file-parts.ts';

/**
 * A range of bytes with a cursor. All bounds checks are here, so a parser built on these functions
 * cannot read outside its part of the file.
 */
export interface Slice {
  readonly bytes: Uint8Array;
  /** Offset in `bytes` of the next byte to read. */
  position: number;
  /** Offset in `bytes` after the last readable byte. */
  readonly end: number;
}

/**
 * A slice over `bytes`, or over the part from `start` to `end` (exclusive). Throws `corrupt-file`
 * when that is out of bounds.
 */
export function sliceOf(bytes: Uint8Array, start = 0, end = bytes.length): Slice {
  if (!(start >= 0 && start <= end && end <= bytes.length)) {
    throw new EngineError(
      'corrupt-file',
      `range ${start}-${end} lies outside ${bytes.length} bytes`,
    );
  }
  return { bytes, position: start, end };
}

/** Bytes left to read. */
export function remaining(slice: Slice): number {
  return slice.end - slice.position;
}

function advance(slice: Slice, count: number): number {
  const at = slice.position;
  if (!(count >= 0 && count <= slice.end - at)) {
    throw new EngineError('corrupt-file', `${count} bytes wanted, ${slice.end - at} left`);
  }
  slice.position = at + count;
  return at;
}

/** Skips `count` bytes; throws `corrupt-file` when fewer are left. */
export function skip(slice: Slice, count: number): void {
  advance(slice, count);
}

/** A view (no copy) of the next `count` bytes. */
export function readBytes(slice: Slice, count: number): Uint8Array {
  const at = advance(slice, count);
  return slice.bytes.subarray(at, at + count);
}

/** A slice over the next `count` bytes, which the outer slice then skips. */
export function readSlice(slice: Slice, count: number): Slice {
  const at = advance(slice, count);
  return { bytes: slice.bytes, position: at, end: at + count };
}

/**
 * Reads an unsigned big-endian number of 0 to 8 bytes; 0 bytes give 0. Above 2^53 - 1 it is
 * `corrupt-file`.
 */
export function readUint(slice: Slice, byteCount: number): number {
  const at = advance(slice, byteCount);
  let value = 0;
  for (let i = 0; i < byteCount; i++) value = value * 256 + slice.bytes[at + i]!;
  if (!Number.isSafeInteger(value)) {
    throw new EngineError('corrupt-file', 'a 64-bit number is beyond any file');
  }
  return value;
}

export function readU8(slice: Slice): number {
  return slice.bytes[advance(slice, 1)]!;
}

export function readU16(slice: Slice): number {
  return readUint(slice, 2);
}

export function readU32(slice: Slice): number {
  return readUint(slice, 4);
}

/** Two's complement, big-endian. */
export function readI16(slice: Slice): number {
  return (readUint(slice, 2) << 16) >> 16;
}

/** Two's complement, big-endian. */
export function readI32(slice: Slice): number {
  return readUint(slice, 4) | 0;
}

/** Reads four Latin-1 characters, such as a box or item type. */
export function readFourCC(slice: Slice): string {
  return textAt(slice.bytes, advance(slice, 4));
}

/** Reads UTF-8 up to a zero byte, which is consumed, or to the end of the slice. */
export function readCString(slice: Slice): string {
  const zero = slice.bytes.subarray(0, slice.end).indexOf(0, slice.position);
  const end = zero === -1 ? slice.end : zero;
  const text = new TextDecoder().decode(slice.bytes.subarray(slice.position, end));
  slice.position = zero === -1 ? end : end + 1;
  return text;
}
