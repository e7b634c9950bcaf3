import { high16, low16 } from './lanes';

/** Stores 8 pixels of 8 bits, from 8 signed values of each channel in 16 bits, which are clipped. */
// @ts-ignore: decorator
@inline
export function storePixels(at: usize, red: v128, green: v128, blue: v128, alphas: v128): void {
  const redBlue = i8x16.narrow_i16x8_u(red, blue);
  const greenAlpha = i8x16.narrow_i16x8_u(green, alphas);
  const redGreen = v128.shuffle<i8>(
    redBlue,
    greenAlpha,
    0,
    16,
    1,
    17,
    2,
    18,
    3,
    19,
    4,
    20,
    5,
    21,
    6,
    22,
    7,
    23,
  );
  const blueAlpha = v128.shuffle<i8>(
    redBlue,
    greenAlpha,
    8,
    24,
    9,
    25,
    10,
    26,
    11,
    27,
    12,
    28,
    13,
    29,
    14,
    30,
    15,
    31,
  );
  v128.store(at, low16(redGreen, blueAlpha));
  v128.store(at, high16(redGreen, blueAlpha), 16);
}
