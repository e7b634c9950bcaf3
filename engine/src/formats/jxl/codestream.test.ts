import { describe, expect, test } from 'vitest';
import { readProfile } from '../../color/profile.ts';
import { readCodestreamHeader } from './codestream.ts';

/** Writes the fields of a code stream header: values with their widths, in the order of the standard. */
function headerOf(...fields: [value: number, bits: number][]): Uint8Array {
  const bits = fields.flatMap(([value, width]) =>
    Array.from({ length: width }, (_, at) => Math.floor(value / 2 ** at) % 2),
  );
  const bytes = new Uint8Array(2 + Math.ceil(bits.length / 8));
  bytes.set([0xff, 0x0a]);
  for (const [at, bit] of bits.entries()) bytes[2 + (at >> 3)]! |= bit << (at & 7);
  return bytes;
}

/** 4000 x 3000, named by its height and the ratio 4:3. */
const size: [number, number][] = [
  [0, 1],
  [1, 2],
  [2999, 13],
  [3, 3],
];

/** No extra fields, 12 bits, 16 bits are not enough, no extra channels, not XYB. */
const plain: [number, number][] = [
  [0, 1],
  [0, 1],
  [0, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [0, 1],
];

describe('the header of a JPEG XL code stream', () => {
  test('names a size by height and ratio, and needs nothing more for an ordinary picture', () => {
    expect(readCodestreamHeader(headerOf(...size, [1, 1]))).toMatchObject({
      width: 4000,
      height: 3000,
      orientation: 1,
      bitDepth: 8,
      hasAlpha: false,
      color: { kind: 'named', gray: false, tags: {} },
    });
  });

  test('steps over the preview and the animation to depth, alpha and four inks', () => {
    const header = readCodestreamHeader(
      headerOf(
        ...size,
        [0, 1],
        // Orientation 8, an intrinsic size of 16 x 16, a preview of 64 x 64, an animation.
        ...([
          [1, 1],
          [7, 3],
          [1, 1],
          [1, 1],
          [1, 5],
          [1, 3],
          [1, 1],
        ] as [number, number][]),
        ...([
          [1, 1],
          [2, 2],
          [7, 5],
          [1, 3],
          [1, 1],
        ] as [number, number][]),
        ...([
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 1],
        ] as [number, number][]),
        // 16 bits, written out; two extra channels: alpha, and black ink named K.
        ...([
          [0, 1],
          [3, 2],
          [15, 6],
          [1, 1],
          [2, 2],
          [0, 4],
        ] as [number, number][]),
        ...([
          [1, 1],
          [0, 1],
          [2, 2],
          [2, 4],
          [0, 1],
          [0, 2],
        ] as [number, number][]),
        ...([
          [0, 2],
          [1, 2],
          [1, 4],
          [75, 8],
          [0, 1],
          [1, 1],
        ] as [number, number][]),
      ),
    );
    expect(header).toMatchObject({
      orientation: 8,
      bitDepth: 16,
      hasAlpha: true,
      hasBlack: true,
      animated: true,
    });
  });

  test.each([
    ['Display P3', [1, 2], [2, 2], [9, 4], 13, { primaries: 12, transfer: 13 }],
    ['PQ in Rec. 2020', [1, 2], [2, 2], [7, 4], 16, { primaries: 9, transfer: 16 }],
  ] as const)(
    'tells %s from the numbers of ITU-T H.273',
    (_, white, long, code, transfer, cicp) => {
      const color: [number, number][] = [
        [0, 1],
        [0, 1],
        [0, 2],
        [...white],
        [...long],
        [...code],
        [0, 1],
        [2, 2],
        [transfer - 2, 4],
      ];
      const header = readCodestreamHeader(headerOf(...size, ...plain, ...color));
      expect(header.bitDepth).toBe(12);
      expect(header.color).toEqual({ kind: 'named', gray: false, tags: { cicp } });
    },
  );

  test('knows Display P3 by points that are a little off', () => {
    /** A coordinate in millionths, folded, in the first of its four forms or the second. */
    const coordinate = (value: number): [number, number][] => {
      const folded = Math.round(value * 1e6) * 2;
      return folded < 2 ** 19
        ? [
            [0, 2],
            [folded, 19],
          ]
        : folded < 2 ** 20
          ? [
              [1, 2],
              [folded - 2 ** 19, 19],
            ]
          : [
              [2, 2],
              [folded - 2 ** 20, 20],
            ];
    };
    const points = [0.6798, 0.3201, 0.2651, 0.6899, 0.1502, 0.0601].flatMap(coordinate);
    const header = readCodestreamHeader(
      headerOf(
        ...size,
        ...plain,
        ...([
          [0, 1],
          [0, 1],
          [0, 2],
          [1, 2],
          [2, 2],
          [0, 4],
        ] as [number, number][]),
        ...points,
        ...([
          [0, 1],
          [2, 2],
          [11, 4],
        ] as [number, number][]),
      ),
    );
    expect(header.color).toMatchObject({ tags: { cicp: { primaries: 12, transfer: 13 } } });
  });

  test('turns a gamma of its own into a profile', () => {
    const header = readCodestreamHeader(
      headerOf(
        ...size,
        ...plain,
        ...([
          [0, 1],
          [0, 1],
          [0, 2],
          [1, 2],
          [1, 2],
          [1, 1],
          [5_000_000, 24],
        ] as [number, number][]),
      ),
    );
    const { tags } = header.color as { tags: { icc: Uint8Array } };
    expect(readProfile(tags.icc)!.matrix!.curves[0](0.5)).toBeCloseTo(0.25, 4);
  });

  test('that ends too soon is damaged', () => {
    const whole = headerOf(...size, ...plain);
    for (let length = 2; length < whole.length - 1; length++) {
      expect(() => readCodestreamHeader(whole.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'corrupt-file' }),
      );
    }
  });
});
