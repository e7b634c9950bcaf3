import { readBytes, type Slice } from './reader.ts';

function readLittle(slice: Slice, count: number): number {
  return readBytes(slice, count).reduceRight((value, byte) => value * 256 + byte, 0);
}

export function readU16Little(slice: Slice): number {
  return readLittle(slice, 2);
}

export function readU24Little(slice: Slice): number {
  return readLittle(slice, 3);
}

export function readU32Little(slice: Slice): number {
  return readLittle(slice, 4);
}

/** Two's complement. */
export function readI32Little(slice: Slice): number {
  return readLittle(slice, 4) | 0;
}
