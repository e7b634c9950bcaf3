import { describe, expect, test } from 'vitest';
import { fixture } from '../../testing/pictures.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import { describePicture } from '../heif/describe-picture.ts';
import { findAv1Color } from './av1-color.ts';

type Field = [value: number, bits: number];

const flags = (...values: (0 | 1)[]): Field[] => values.map((value) => [value, 1]);

/** Fields one after the other, highest bit first, the last byte filled with zeros. */
function pack(fields: Field[]): Uint8Array {
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  return Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => parseInt(byte.padEnd(8, '0'), 2));
}

/** A unit with its size, behind a temporal delimiter. */
function unit(payload: Uint8Array): Uint8Array {
  return Uint8Array.of(0x12, 0, 0x0a, payload.length, ...payload);
}

interface Header {
  profile?: number;
  start: Field[];
  afterSize?: Field[];
  /** Of moving pictures. */
  tools?: Field[];
  color: Field[];
}

/** A sequence header (5.5.1) of a picture of 300 x 200. */
function header({ profile = 0, start, afterSize = [], tools = [], color }: Header): Uint8Array {
  const size: Field[] = [
    ...([
      [8, 4],
      [7, 4],
      [299, 9],
      [199, 8],
    ] as Field[]),
  ];
  const filters = flags(1, 0, 1);
  const upscaling = flags(0, 1, 1);
  const all: Field[] = [[profile, 3], ...start, ...size, ...afterSize, ...filters, ...tools];
  return unit(pack([...all, ...upscaling, ...color, ...flags(1)]));
}

/** Neither deep nor gray, with a description: primaries, transfer, matrix, and whether the range is full. */
function described(primaries: number, transfer: number, matrix: number, full: 0 | 1): Field[] {
  return [...flags(0, 0, 1), [primaries, 8], [transfer, 8], [matrix, 8], [full, 1]];
}

const reduced: Field[] = [...flags(1, 1), [8, 5]];
/** No timing, no delays, one point of operation on a level without a tier. */
const plainStart: Field[] = [...flags(0, 0, 0, 0), [0, 5], [0, 12], [4, 5]];
const plainTools: Field[] = [...flags(0, 0, 0, 0, 0, 1, 1)];
const bt709 = described(1, 1, 1, 0);
const named = { fullRange: false, primaries: 1, transfer: 1, matrix: 1 };

describe('what an AV1 item says about color', () => {
  test('is read where the header is a still picture’s', () => {
    expect(findAv1Color(header({ start: reduced, color: bt709 }))).toEqual(named);
  });

  test.each<[string, Header]>([
    [
      'nothing special',
      { start: plainStart, afterSize: flags(0), tools: plainTools, color: bt709 },
    ],
    [
      'frame numbers',
      {
        start: plainStart,
        afterSize: [...flags(1), [3, 4], [2, 3]],
        tools: plainTools,
        color: bt709,
      },
    ],
    [
      'timing, a model of buffers, delays, and two points of operation',
      {
        start: [
          ...flags(0, 0, 1),
          ...([
            [1001, 32],
            [60_000, 32],
          ] as Field[]),
          // Equal intervals of 5 ticks, in uvlc.
          ...flags(1, 0, 0, 1, 0, 1),
          // A model whose delays have 10 bits.
          ...flags(1),
          ...([
            [9, 5],
            [1000, 32],
            [4, 5],
            [4, 5],
          ] as Field[]),
          ...flags(1),
          [1, 5],
          // A level with a tier, with a model and a delay.
          ...([
            [1, 12],
            [12, 5],
            [1, 1],
            [1, 1],
            [500, 10],
            [400, 10],
            [0, 1],
            [1, 1],
            [3, 4],
          ] as Field[]),
          // One without.
          ...([
            [2, 12],
            [4, 5],
            [0, 1],
            [0, 1],
          ] as Field[]),
        ],
        afterSize: flags(0),
        tools: plainTools,
        color: bt709,
      },
    ],
    [
      'order hints, and tools that are forced for screens',
      {
        start: plainStart,
        afterSize: flags(0),
        // Hints of 7 bits; screen content on for sure, integer vectors off for sure.
        tools: [...flags(1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0), [6, 3]],
        color: bt709,
      },
    ],
    [
      'tools that are not for screens',
      { start: plainStart, afterSize: flags(0), tools: flags(0, 0, 0, 0, 0, 0, 0), color: bt709 },
    ],
  ])('is read behind %s', (_, fields) => {
    expect(findAv1Color(header(fields))).toEqual(named);
  });

  test('is nothing but the range where there is no description', () => {
    const unspecified = { fullRange: true, primaries: 2, transfer: 2, matrix: 2 };
    expect(findAv1Color(header({ start: reduced, color: flags(0, 0, 0, 1) }))).toEqual(unspecified);
  });

  test('has the full range where it is RGB', () => {
    const rgb = { fullRange: true, primaries: 1, transfer: 13, matrix: 0 };
    const color: Field[] = [...flags(0, 1), [1, 8], [13, 8], [0, 8], [0, 1]];
    expect(findAv1Color(header({ profile: 1, start: reduced, color }))).toEqual(rgb);
  });

  test('is read of 12 bits and of gray', () => {
    const deep: Field[] = [...flags(1, 1, 0, 1), [9, 8], [16, 8], [9, 8], [0, 1]];
    expect(findAv1Color(header({ profile: 2, start: reduced, color: deep }))).toEqual({
      fullRange: false,
      primaries: 9,
      transfer: 16,
      matrix: 9,
    });
    const gray: Field[] = [...flags(0, 1, 1), [1, 8], [13, 8], [0, 8], [0, 1]];
    expect(findAv1Color(header({ start: reduced, color: gray }))).toMatchObject({
      fullRange: false,
    });
  });

  test('is found behind a unit with an extension, and in one that goes to the end', () => {
    const bytes = header({ start: reduced, color: bt709 });
    const payload = bytes.subarray(4);
    const before = [0x2e, 0x08, 2, 7, 7];
    expect(findAv1Color(Uint8Array.of(...before, ...bytes))).toEqual(named);
    expect(findAv1Color(Uint8Array.of(0x08, ...payload))).toEqual(named);
  });

  test('is nothing where the header is missing, cut short or without an end', () => {
    const bytes = header({ start: reduced, color: bt709 });
    expect(findAv1Color(new Uint8Array(0))).toBe(null);
    expect(findAv1Color(bytes.subarray(0, 2))).toBe(null);
    for (let length = 3; length < bytes.length; length++) {
      expect(findAv1Color(bytes.subarray(0, length))).toBe(null);
    }
    expect(findAv1Color(new Uint8Array(20).fill(0xff))).toBe(null);
  });

  test.each([
    ['drawing.avif', { fullRange: true, primaries: 2, transfer: 2, matrix: 6 }],
    ['av1-unnamed.avif', { fullRange: false, primaries: 2, transfer: 2, matrix: 2 }],
  ])('%s: is what its encoder was told', async (name, color) => {
    const heif = readHeif(await fixture(name))!;
    const { source } = describePicture(heif, primaryItem(heif));
    expect(findAv1Color(source.data())).toEqual(color);
  });
});
