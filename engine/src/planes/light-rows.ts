/**
 * Writes `rows` rows of linear light, from row `top` of what is read on: red, green and blue of each
 * row, then of the next, in rows of `stride` samples. White is `maxLight`.
 */
export type ReadLightRows = (
  top: number,
  rows: number,
  target: Uint16Array<ArrayBuffer>,
  stride: number,
) => void;
