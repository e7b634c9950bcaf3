// Converts planes from one set of primaries to another: each pixel is converted to light, mixed,
// and converted back. Planes are as in a JPEG: 8 bits, full range, BT.601.
//
// `tables` has, for each of 256 values of red, of green and of blue, what it adds to the new light
// of all three colors: 32 bits each, 14 of them fractional, and 32 unused bits. Then comes a byte
// for each light from 0 to white.

import { high16, low16, pair } from '../lanes';

/** White as light, and its fractional bits. */
const maxLight: i32 = 16384;
const fractionBits: i32 = 14;

const greenAt: usize = 4096;
const blueAt: usize = 8192;
const bytesAt: usize = 12288;

// @ts-ignore: decorator
@inline
function clampByte(value: i32): usize {
  return <usize>min(max(value, 0), 255);
}

/** Converts the luma at `at`. Returns the new red, green and blue in 16 bits each. */
// @ts-ignore: decorator
@inline
function convertPixel(at: usize, red: i32, green: i32, blue: i32, tables: usize): u64 {
  const luma = <i32>load<u8>(at);
  const sum = i32x4.add(
    i32x4.add(
      v128.load(tables + (clampByte(luma + red) << 4)),
      v128.load(tables + (clampByte(luma + green) << 4), greenAt),
    ),
    v128.load(tables + (clampByte(luma + blue) << 4), blueAt),
  );
  const rounded = i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << (fractionBits - 1))), fractionBits);
  const light = i32x4.min_s(i32x4.max_s(rounded, i32x4.splat(0)), i32x4.splat(maxLight));
  const newRed = <i32>load<u8>(tables + <usize>i32x4.extract_lane(light, 0), bytesAt);
  const newGreen = <i32>load<u8>(tables + <usize>i32x4.extract_lane(light, 1), bytesAt);
  const newBlue = <i32>load<u8>(tables + <usize>i32x4.extract_lane(light, 2), bytesAt);
  store<u8>(at, <u8>((19595 * newRed + 38470 * newGreen + 7471 * newBlue + 32768) >> 16));
  return <u64>newRed | ((<u64>newGreen) << 16) | ((<u64>newBlue) << 32);
}

/** The red, then green, then blue of 32 pixels, before and after conversion. */
const before = memory.data(96, 16);
const after = memory.data(96, 16);

// @ts-ignore: decorator
@inline
function roundedShift(sum: v128): v128 {
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(32768)), 16);
}

/** Contribution of eight chroma samples to one channel: `sum >> 16`, rounded, plus `whole`. */
// @ts-ignore: decorator
@inline
function offsets(low: v128, high: v128, whole: v128): v128 {
  return i16x8.add(whole, i16x8.narrow_i32x4_s(roundedShift(low), roundedShift(high)));
}

/** One channel of sixteen pixels of a row, from their luma. */
// @ts-ignore: decorator
@inline
function channelOf(low: v128, high: v128, offset: v128): v128 {
  return i8x16.narrow_i16x8_u(
    i16x8.add(low, low16(offset, offset)),
    i16x8.add(high, high16(offset, offset)),
  );
}

/**
 * Converts two rows of sixteen pixels to red, green and blue, with the same sums as for a single
 * pixel, in 16-bit lanes.
 */
// @ts-ignore: decorator
@inline
function readPixels(y: usize, yStride: i32, cb: usize, cr: usize): void {
  const u = i16x8.sub(v128.load8x8_u(cb), i16x8.splat(128));
  const v = i16x8.sub(v128.load8x8_u(cr), i16x8.splat(128));
  // The fractional rest of each factor fits into 16 bits.
  const redRest = i16x8.splat(26345);
  const red = offsets(
    i32x4.extmul_low_i16x8_s(v, redRest),
    i32x4.extmul_high_i16x8_s(v, redRest),
    v,
  );
  const greenRest = pair(-22554, 18734);
  const green = offsets(
    i32x4.dot_i16x8_s(low16(u, v), greenRest),
    i32x4.dot_i16x8_s(high16(u, v), greenRest),
    i16x8.neg(v),
  );
  const blueRest = i16x8.splat(-14942);
  const blue = offsets(
    i32x4.extmul_low_i16x8_s(u, blueRest),
    i32x4.extmul_high_i16x8_s(u, blueRest),
    i16x8.add(u, u),
  );
  for (let row = 0; row < 2; row++) {
    const luma = v128.load(y + row * yStride);
    const low = i16x8.extend_low_i8x16_u(luma);
    const high = i16x8.extend_high_i8x16_u(luma);
    const target = before + (row << 4);
    v128.store(target, channelOf(low, high, red));
    v128.store(target, channelOf(low, high, green), 32);
    v128.store(target, channelOf(low, high, blue), 64);
  }
}

// @ts-ignore: decorator
@inline
function lightOf(at: usize, tables: usize): v128 {
  const sum = i32x4.add(
    i32x4.add(
      v128.load(tables + ((<usize>load<u8>(before + at)) << 4)),
      v128.load(tables + ((<usize>load<u8>(before + at, 32)) << 4), greenAt),
    ),
    v128.load(tables + ((<usize>load<u8>(before + at, 64)) << 4), blueAt),
  );
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << (fractionBits - 1))), fractionBits);
}

/** Mixes the light of 32 pixels, two at a time. */
// @ts-ignore: decorator
@inline
function mixLight(tables: usize): void {
  const bytes = tables + bytesAt;
  for (let at: usize = 0; at < 32; at += 2) {
    const both = i16x8.narrow_i32x4_s(lightOf(at, tables), lightOf(at + 1, tables));
    const light = i16x8.min_s(i16x8.max_s(both, i16x8.splat(0)), i16x8.splat(<i16>maxLight));
    const target = after + at;
    store<u8>(target, load<u8>(bytes + <usize>i16x8.extract_lane_u(light, 0)));
    store<u8>(target, load<u8>(bytes + <usize>i16x8.extract_lane_u(light, 1)), 32);
    store<u8>(target, load<u8>(bytes + <usize>i16x8.extract_lane_u(light, 2)), 64);
    store<u8>(target, load<u8>(bytes + <usize>i16x8.extract_lane_u(light, 4)), 1);
    store<u8>(target, load<u8>(bytes + <usize>i16x8.extract_lane_u(light, 5)), 33);
    store<u8>(target, load<u8>(bytes + <usize>i16x8.extract_lane_u(light, 6)), 65);
  }
}

/** Luma of eight pixels. The factor of green, 38470, is twice 19235. */
// @ts-ignore: decorator
@inline
function lumaOf(red: v128, green: v128, blue: v128): v128 {
  const redGreen = pair(19595, 19235);
  const blueGreen = pair(7471, 19235);
  return i16x8.narrow_i32x4_s(
    roundedShift(
      i32x4.add(
        i32x4.dot_i16x8_s(low16(red, green), redGreen),
        i32x4.dot_i16x8_s(low16(blue, green), blueGreen),
      ),
    ),
    roundedShift(
      i32x4.add(
        i32x4.dot_i16x8_s(high16(red, green), redGreen),
        i32x4.dot_i16x8_s(high16(blue, green), blueGreen),
      ),
    ),
  );
}

/** Chroma of eight times four pixels. `full` has the weight 1/2, the others those of `factors`. */
// @ts-ignore: decorator
@inline
function chromaOf(full: v128, one: v128, other: v128, factors: v128): v128 {
  const bits = 18;
  const bias = i32x4.splat((128 << bits) + (1 << (bits - 1)) - 1);
  const low = i32x4.add(
    i32x4.dot_i16x8_s(low16(one, other), factors),
    i32x4.shl(i32x4.extend_low_i16x8_u(full), 15),
  );
  const high = i32x4.add(
    i32x4.dot_i16x8_s(high16(one, other), factors),
    i32x4.shl(i32x4.extend_high_i16x8_u(full), 15),
  );
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(low, bias), bits),
    i32x4.shr_s(i32x4.add(high, bias), bits),
  );
}

/** Sums of a channel over each 2 x 2 of 32 pixels. */
// @ts-ignore: decorator
@inline
function sumOfFour(channel: usize): v128 {
  return i16x8.add(
    i16x8.extadd_pairwise_i8x16_u(v128.load(after + channel)),
    i16x8.extadd_pairwise_i8x16_u(v128.load(after + channel, 16)),
  );
}

/** Converts the 32 pixels to luma and chroma and writes these. */
// @ts-ignore: decorator
@inline
function writePixels(y: usize, yStride: i32, cb: usize, cr: usize): void {
  for (let row = 0; row < 2; row++) {
    const source = after + (row << 4);
    const red = v128.load(source);
    const green = v128.load(source, 32);
    const blue = v128.load(source, 64);
    const low = lumaOf(
      i16x8.extend_low_i8x16_u(red),
      i16x8.extend_low_i8x16_u(green),
      i16x8.extend_low_i8x16_u(blue),
    );
    const high = lumaOf(
      i16x8.extend_high_i8x16_u(red),
      i16x8.extend_high_i8x16_u(green),
      i16x8.extend_high_i8x16_u(blue),
    );
    v128.store(y + row * yStride, i8x16.narrow_i16x8_u(low, high));
  }
  const red = sumOfFour(0);
  const green = sumOfFour(32);
  const blue = sumOfFour(64);
  const newCb = chromaOf(blue, red, green, pair(-11059, -21709));
  const newCr = chromaOf(red, green, blue, pair(-27439, -5329));
  v128.store64_lane(cb, i8x16.narrow_i16x8_u(newCb, newCb), 0);
  v128.store64_lane(cr, i8x16.narrow_i16x8_u(newCr, newCr), 0);
}

/** Converts the `columns` x `rows` pixels that share one chroma sample. */
// @ts-ignore: decorator
@inline
function convertBlock(
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  columns: i32,
  rows: i32,
  tables: usize,
): void {
  const u = <i32>load<u8>(cb) - 128;
  const v = <i32>load<u8>(cr) - 128;
  const red = (91881 * v + 32768) >> 16;
  const green = (-22554 * u - 46802 * v + 32768) >> 16;
  const blue = (116130 * u + 32768) >> 16;
  let sum = convertPixel(y, red, green, blue, tables);
  // The count is one, two or four.
  let halvings = 0;
  if (columns == 2) {
    sum += convertPixel(y + 1, red, green, blue, tables);
    halvings = 1;
  }
  if (rows == 2) {
    sum += convertPixel(y + yStride, red, green, blue, tables);
    if (columns == 2) sum += convertPixel(y + yStride + 1, red, green, blue, tables);
    halvings++;
  }
  const r = <i32>(sum & 0xffff);
  const g = <i32>((sum >> 16) & 0xffff);
  const b = <i32>((sum >> 32) & 0xffff);
  const bits = 16 + halvings;
  const bias = (128 << bits) + (1 << (bits - 1)) - 1;
  store<u8>(cb, <u8>clampByte((-11059 * r - 21709 * g + 32768 * b + bias) >> bits));
  store<u8>(cr, <u8>clampByte((32768 * r - 27439 * g - 5329 * b + bias) >> bits));
}

/** Converts planes in place. Each chroma sample covers `across` x `down` pixels. */
export function convertColors(
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  across: i32,
  down: i32,
  width: i32,
  height: i32,
  tables: usize,
): void {
  for (let top = 0; top < height; top += down) {
    const rows = min(down, height - top);
    const chroma = (top / down) * cStride;
    let left = 0;
    let column = 0;
    if (across == 2 && rows == 2) {
      for (; left + 16 <= width; left += 16, column += 8) {
        const at = y + top * yStride + left;
        readPixels(at, yStride, cb + chroma + column, cr + chroma + column);
        mixLight(tables);
        writePixels(at, yStride, cb + chroma + column, cr + chroma + column);
      }
    }
    for (; left < width; left += across, column++) {
      const columns = min(across, width - left);
      const at = y + top * yStride + left;
      convertBlock(at, yStride, cb + chroma + column, cr + chroma + column, columns, rows, tables);
    }
  }
}
