// From one set of primaries to another, on planes: each pixel becomes light, light is mixed, and mixed light
// becomes a pixel. Planes are as a JPEG holds them: 8 bits, full range, BT.601.
//
// `tables` has, for each of 256 values of red, of green and of blue, what it adds to the new light of all
// three: 32 bits each, of which 14 are fractions, and 32 more. Then a byte for each light from 0 to white.

/** White as light, and fractional bits. */
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

/** Converts the luma at `at`; red, green and blue of it in 16 bits each. */
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

/** Converts planes in place; each chroma sample counts for the `across` x `down` pixels it covers. */
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
    for (let left = 0, column = 0; left < width; left += across, column++) {
      const columns = min(across, width - left);
      const u = <i32>load<u8>(cb + chroma + column) - 128;
      const v = <i32>load<u8>(cr + chroma + column) - 128;
      const red = (91881 * v + 32768) >> 16;
      const green = (-22554 * u - 46802 * v + 32768) >> 16;
      const blue = (116130 * u + 32768) >> 16;
      const at = y + top * yStride + left;
      let sum = convertPixel(at, red, green, blue, tables);
      // One, two or four of them.
      let halvings = 0;
      if (columns == 2) {
        sum += convertPixel(at + 1, red, green, blue, tables);
        halvings = 1;
      }
      if (rows == 2) {
        sum += convertPixel(at + yStride, red, green, blue, tables);
        if (columns == 2) sum += convertPixel(at + yStride + 1, red, green, blue, tables);
        halvings++;
      }
      const r = <i32>(sum & 0xffff);
      const g = <i32>((sum >> 16) & 0xffff);
      const b = <i32>((sum >> 32) & 0xffff);
      const bits = 16 + halvings;
      const bias = (128 << bits) + (1 << (bits - 1)) - 1;
      const newCb = (-11059 * r - 21709 * g + 32768 * b + bias) >> bits;
      const newCr = (32768 * r - 27439 * g - 5329 * b + bias) >> bits;
      store<u8>(cb + chroma + column, <u8>clampByte(newCb));
      store<u8>(cr + chroma + column, <u8>clampByte(newCr));
    }
  }
}
