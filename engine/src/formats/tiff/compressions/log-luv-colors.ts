/**
 * Colors of 24-bit LogLuv: squares that cover the visible part of the (u', v') plane, row by row
 * (G. Ward Larson, "LogLuv encoding for full-gamut, high-dynamic range images", 1998).
 */

const squareSize = 0.0035;
const firstV = 0.01694;

/** Start of a row in millionths of u', number of squares in it, and number of such rows. */
const rows = [
  247_663, 4, 1, 243_779, 6, 1, 241_684, 7, 1, 237_874, 9, 1, 235_906, 10, 1, 232_153, 12, 1,
  228_352, 14, 1, 226_259, 15, 1, 222_371, 17, 1, 220_410, 18, 1, 214_710, 21, 1, 212_714, 22, 1,
  210_721, 23, 1, 204_976, 26, 1, 202_986, 27, 1, 199_245, 29, 1, 195_525, 31, 1, 193_560, 32, 1,
  189_878, 34, 1, 186_216, 36, 2, 182_592, 38, 1, 179_003, 40, 1, 175_466, 42, 1, 172_001, 44, 2,
  168_612, 46, 2, 163_575, 49, 1, 158_642, 52, 3, 153_815, 55, 2, 149_097, 58, 2, 142_746, 62, 3,
  138_270, 65, 3, 132_166, 69, 2, 126_204, 73, 3, 120_381, 77, 4, 112_962, 82, 3, 107_450, 86, 4,
  100_343, 91, 3, 95_126, 95, 4, 88_276, 100, 4, 81_523, 105, 4, 74_861, 110, 4, 68_290, 115, 4,
  63_573, 119, 4, 57_219, 124, 4, 50_985, 129, 5, 44_859, 134, 4, 40_571, 138, 4, 36_339, 142, 4,
  32_139, 146, 4, 27_947, 150, 3, 23_739, 154, 4, 19_504, 158, 3, 16_976, 161, 4, 12_639, 165, 3,
  9991, 168, 3, 9016, 170, 3, 6217, 173, 2, 5097, 175, 3, 3909, 177, 2, 2340, 177, 1, 2389, 170, 1,
  1068, 164, 1, 1653, 157, 1, 717, 150, 1, 1614, 143, 1, 270, 136, 1, 484, 129, 1, 1103, 123, 1,
  1242, 115, 1, 1188, 109, 1, 1011, 103, 1, 709, 97, 1, 301, 89, 1, 2416, 82, 1, 3251, 76, 1, 3246,
  69, 1, 4141, 62, 1, 5963, 55, 1, 8839, 47, 1, 10_490, 40, 1, 16_994, 31, 1, 23_659, 21, 1,
];

/** u' and v' of white, for codes without a square. */
const neutral = [0.210526316, 0.473684211] as const;

const codes = 1 << 14;

/** u' and v' of the middle of each code's square, alternating. */
export function listSquares(): Float64Array {
  const middles = new Float64Array(2 * codes);
  for (let code = 0; code < codes; code++) middles.set(neutral, 2 * code);
  let code = 0;
  let row = 0;
  for (let at = 0; at < rows.length; at += 3) {
    const [start = 0, squares = 0, times = 0] = rows.slice(at, at + 3);
    for (const end = row + times; row < end; row++) {
      for (let square = 0; square < squares; square++, code++) {
        middles[2 * code] = start / 1e6 + (square + 0.5) * squareSize;
        middles[2 * code + 1] = firstV + (row + 0.5) * squareSize;
      }
    }
  }
  return middles;
}
