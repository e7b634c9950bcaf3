/**
 * What an encoder did to the pixels (RFC 9649, 3.5), and undoing it. Pixels are ARGB numbers; `rows` are those that
 * could be read, from the top.
 */
export type Transform =
  | { kind: 'predictor' | 'color'; bits: number; width: number; tiles: Uint32Array }
  | { kind: 'green'; width: number }
  | { kind: 'palette'; bits: number; width: number; colors: Uint32Array };

/** Gives the pixels, of which there may be more a row than were coded. */
export function undo(transform: Transform, pixels: Uint32Array<ArrayBuffer>, rows: number) {
  switch (transform.kind) {
    case 'predictor':
      undoPrediction(transform, pixels, rows);
      return pixels;
    case 'color':
      undoColor(transform, pixels, rows);
      return pixels;
    case 'green':
      for (let at = 0; at < rows * transform.width; at++) {
        const green = (pixels[at]! >>> 8) & 255;
        pixels[at] = add(pixels[at]!, (green << 16) | green);
      }
      return pixels;
    case 'palette':
      return applyPalette(transform, pixels, rows);
  }
}

type Tiled = Extract<Transform, { tiles: Uint32Array }>;

/** Of a size in tiles of `2 ** bits` pixels. */
export const countTiles = (size: number, bits: number): number => (size + (1 << bits) - 1) >> bits;

const tileAt = ({ tiles, bits, width }: Tiled, x: number, y: number): number =>
  tiles[(y >> bits) * countTiles(width, bits) + (x >> bits)]!;

/** Adds the channels, each modulo 256. */
export function add(a: number, b: number): number {
  const alphaGreen = (a & 0xff00_ff00) + (b & 0xff00_ff00);
  const redBlue = (a & 0x00ff_00ff) + (b & 0x00ff_00ff);
  return ((alphaGreen & 0xff00_ff00) | (redBlue & 0x00ff_00ff)) >>> 0;
}

function average(a: number, b: number): number {
  return ((((a ^ b) & 0xfefe_fefe) >>> 1) + (a & b)) >>> 0;
}

const shifts = [0, 8, 16, 24];

/** The pixel whose every channel `make` gives, made to fit. */
function fromChannels(make: (shift: number) => number): number {
  let pixel = 0;
  for (const shift of shifts) pixel |= Math.min(255, Math.max(0, make(shift))) << shift;
  return pixel >>> 0;
}

/** Of left and top the one that is nearer to what both and the corner predict. */
function select(left: number, top: number, corner: number): number {
  let nearerLeft = 0;
  for (const shift of shifts) {
    const [l, t, c] = [(left >>> shift) & 255, (top >>> shift) & 255, (corner >>> shift) & 255];
    nearerLeft += Math.abs(l - c) - Math.abs(t - c);
  }
  return nearerLeft > 0 ? left : top;
}

const black = 0xff00_0000;

/** The prediction of mode 0 to 15, of which the last two are unused. */
function predict(mode: number, left: number, top: number, corner: number, next: number): number {
  switch (mode) {
    case 1:
      return left;
    case 2:
      return top;
    case 3:
      return next;
    case 4:
      return corner;
    case 5:
      return average(average(left, next), top);
    case 6:
      return average(left, corner);
    case 7:
      return average(left, top);
    case 8:
      return average(corner, top);
    case 9:
      return average(top, next);
    case 10:
      return average(average(left, corner), average(top, next));
    case 11:
      return select(left, top, corner);
    case 12:
      return fromChannels(
        (shift) => ((left >>> shift) & 255) + ((top >>> shift) & 255) - ((corner >>> shift) & 255),
      );
    case 13: {
      const mean = average(left, top);
      return fromChannels((shift) => {
        const value = (mean >>> shift) & 255;
        return value + Math.trunc((value - ((corner >>> shift) & 255)) / 2);
      });
    }
    default:
      return black;
  }
}

function undoPrediction(transform: Tiled, pixels: Uint32Array, rows: number): void {
  const { width } = transform;
  pixels[0] = add(pixels[0]!, black);
  for (let x = 1; x < width; x++) pixels[x] = add(pixels[x]!, pixels[x - 1]!);
  for (let y = 1; y < rows; y++) {
    const start = y * width;
    pixels[start] = add(pixels[start]!, pixels[start - width]!);
    for (let x = 1; x < width; x++) {
      const at = start + x;
      const mode = (tileAt(transform, x, y) >>> 8) & 15;
      // The pixel after the last one of the row above is the first one of this row.
      const [left, top] = [pixels[at - 1]!, pixels[at - width]!];
      const predicted = predict(mode, left, top, pixels[at - width - 1]!, pixels[at - width + 1]!);
      pixels[at] = add(pixels[at]!, predicted);
    }
  }
}

/** Of two signed bytes. */
const delta = (factor: number, channel: number): number =>
  (((factor << 24) >> 24) * ((channel << 24) >> 24)) >> 5;

function undoColor(transform: Tiled, pixels: Uint32Array, rows: number): void {
  const { width } = transform;
  for (let at = 0; at < rows * width; at++) {
    const tile = tileAt(transform, at % width, Math.floor(at / width));
    const pixel = pixels[at]!;
    const green = (pixel >>> 8) & 255;
    const red = ((pixel >>> 16) + delta(tile, green)) & 255;
    const blue = (pixel + delta(tile >>> 8, green) + delta(tile >>> 16, red)) & 255;
    pixels[at] = ((pixel & 0xff00_ff00) | (red << 16) | blue) >>> 0;
  }
}

function applyPalette(
  { bits, width, colors }: Extract<Transform, { kind: 'palette' }>,
  packed: Uint32Array,
  rows: number,
): Uint32Array<ArrayBuffer> {
  const pixels = new Uint32Array(rows * width);
  const packedWidth = countTiles(width, bits);
  const depth = 8 >> bits;
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, to++) {
      const indices = (packed[y * packedWidth + (x >> bits)]! >>> 8) & 255;
      const index = (indices >> ((x & ((1 << bits) - 1)) * depth)) & ((1 << depth) - 1);
      // What is beyond the palette is transparent.
      pixels[to] = colors[index] ?? 0;
    }
  }
  return pixels;
}
