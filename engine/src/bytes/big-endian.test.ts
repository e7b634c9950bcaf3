import { expect, test } from 'vitest';
import { bytesOfNumber, bytesOfU16, bytesOfU32 } from './big-endian.ts';
import { readI32, readU16, readU32, readUint, sliceOf } from './reader.ts';

test('numbers are written as they are read', () => {
  expect([...bytesOfU16(0x0102, 0xfffe)]).toEqual([1, 2, 0xff, 0xfe]);
  const short = sliceOf(bytesOfU16(7, 65_535));
  expect([readU16(short), readU16(short)]).toEqual([7, 65_535]);
  const long = sliceOf(bytesOfU32(0x01020304, 0xffff_ffff, -5));
  expect([readU32(long), readU32(long), readI32(long)]).toEqual([0x01020304, 0xffff_ffff, -5]);
  expect(readUint(sliceOf(bytesOfNumber(2 ** 40 + 3, 8)), 8)).toBe(2 ** 40 + 3);
});

test('no numbers are no bytes', () => {
  expect(bytesOfU16()).toHaveLength(0);
  expect(bytesOfU32()).toHaveLength(0);
});
