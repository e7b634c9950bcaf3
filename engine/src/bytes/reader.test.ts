import { expect, test } from 'vitest';
import {
  readBytes,
  readCString,
  readFourCC,
  readI16,
  readI32,
  readSlice,
  readU16,
  readU32,
  readU8,
  readUint,
  remaining,
  skip,
  sliceOf,
} from './reader.ts';

const corrupt = expect.objectContaining({ code: 'corrupt-file' });

test('reads big-endian numbers of every width', () => {
  const slice = sliceOf(Uint8Array.of(1, 0, 2, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xfd, 0, 0, 0, 1));
  expect(readU8(slice)).toBe(1);
  expect(readU16(slice)).toBe(2);
  expect(readI32(slice)).toBe(-2);
  expect(readI16(slice)).toBe(-3);
  expect(readU32(slice)).toBe(1);
  expect(remaining(slice)).toBe(0);
});

test('reads 64-bit numbers that a file can have, and refuses bigger ones', () => {
  expect(readUint(sliceOf(Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0)), 8)).toBe(2 ** 40);
  expect(() => readUint(sliceOf(new Uint8Array(8).fill(255)), 8)).toThrow(corrupt);
});

test('refuses to read or skip past the end, and stays where it was', () => {
  const slice = sliceOf(Uint8Array.of(1, 2, 3));
  expect(() => readU32(slice)).toThrow(corrupt);
  expect(() => readBytes(slice, 4)).toThrow(corrupt);
  expect(() => skip(slice, -1)).toThrow(corrupt);
  expect(() => skip(slice, Number.NaN)).toThrow(corrupt);
  expect(readU8(slice)).toBe(1);
});

test('keeps an inner slice from reading what belongs to the outer one', () => {
  const outer = sliceOf(Uint8Array.of(1, 2, 3, 4));
  const inner = readSlice(outer, 2);
  expect(readU16(inner)).toBe(0x0102);
  expect(() => readU8(inner)).toThrow(corrupt);
  expect(readU8(outer)).toBe(3);
});

test('reads text up to a zero or to the end of the slice', () => {
  const bytes = new TextEncoder().encode('abcdé\0xyz');
  const slice = sliceOf(bytes);
  expect(readFourCC(slice)).toBe('abcd');
  expect(readCString(slice)).toBe('é');
  expect(readCString(slice)).toBe('xyz');
  expect(readCString(sliceOf(bytes, 0, 2))).toBe('ab');
});
