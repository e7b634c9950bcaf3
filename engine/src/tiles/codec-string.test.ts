import { expect, test } from 'vitest';
import { codecString } from './codec-string.ts';
import type { CodedTile } from './coded-tile.ts';

function tile(codec: CodedTile['codec'], configuration: number[]): CodedTile {
  return {
    codec,
    configuration: Uint8Array.from(configuration),
    data: new Uint8Array(0),
    width: 64,
    height: 64,
    gray: false,
  };
}

function hevc(profile: number, compatibility: number[], level = 90): CodedTile {
  const rest = [0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0];
  return tile('hevc', [1, profile, ...compatibility, 0xb0, 0, 0, 0, 0, 0, level, ...rest]);
}

test('asks for Main where a still-picture stream carries its compatibility flag', () => {
  // As iPhones write it: profile 3 (Main Still Picture), flags 1, 2 and 3.
  expect(codecString(hevc(3, [0x70, 0, 0, 0]))).toBe('hvc1.1.6.L90.B0');
  expect(codecString(hevc(2, [0x20, 0, 0, 0], 120))).toBe('hvc1.2.4.L120.B0');
});

test('asks for no HEVC that browsers do not decode', () => {
  expect(codecString(hevc(4, [0x08, 0, 0, 0]))).toBeNull();
});

test('names AV1 and H.264 by profile, level and depth', () => {
  expect(codecString(tile('av1', [0x81, 0x04, 0x0c, 0]))).toBe('av01.0.04M.08');
  expect(codecString(tile('av1', [0x81, 0x2d, 0xc4, 0]))).toBe('av01.1.13H.10');
  expect(codecString(tile('avc', [1, 0x4d, 0x40, 0x0a, 0xff]))).toBe('avc1.4D400A');
  expect(codecString(tile('avc', [1]))).toBeNull();
});
