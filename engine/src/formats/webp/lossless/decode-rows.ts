import { EngineError } from '../../../errors.ts';
import { add, countTiles, type Transform, undo } from './inverse-transforms.ts';
import { BitReader, type PrefixCode, readPrefixCode } from './read-bits.ts';

/** Rows from the top that could be read, as RGBA numbers. */
export interface ReadableRows {
  width: number;
  height: number;
  rows: number;
  pixels: Uint32Array<ArrayBuffer>;
}

interface Coded {
  pixels: Uint32Array<ArrayBuffer>;
  /** How many of them could be read. */
  read: number;
}

/** Symbols of lengths and of distances; those of colors are as many as a byte has values (RFC 9649, 3.7.1). */
const [lengthSymbols, distanceSymbols, colorSymbols] = [24, 40, 256];
const firstCacheSymbol = colorSymbols + lengthSymbols;

/** Codes of green (with lengths and the cache), red, blue, alpha and distances. */
type Group = readonly PrefixCode[];

/** Section 3.6.2.2: the 120 shortest distances are in the plane, nearest first. */
const nearest: [x: number, y: number][] = Array.from({ length: 128 }, (_, at): [number, number] => [
  8 - (at & 15),
  at >> 4,
])
  .filter(([x, y]) => y > 0 || x > 0)
  .toSorted(
    ([ax, ay], [bx, by]) =>
      ax * ax + ay * ay - bx * bx - by * by || Math.abs(ax) - Math.abs(bx) || bx - ax,
  );

function distanceOf(code: number, width: number): number {
  const near = nearest[code - 1];
  return near ? Math.max(1, near[1] * width + near[0]) : code - nearest.length;
}

/** Section 3.6.2.2: lengths and distances are a symbol and more bits. */
function readNumber(bits: BitReader, symbol: number): number {
  if (symbol < 4) return symbol + 1;
  const more = (symbol - 2) >> 1;
  return ((2 + (symbol & 1)) << more) + bits.read(more) + 1;
}

class PixelReader {
  readonly #bits: BitReader;
  readonly #cacheBits: number;
  readonly #cache: Uint32Array;
  readonly #pixels: Uint32Array<ArrayBuffer>;
  readonly #width: number;
  #at = 0;

  constructor(bits: BitReader, cacheBits: number, width: number, height: number) {
    this.#bits = bits;
    this.#cacheBits = cacheBits;
    this.#cache = new Uint32Array(1 << cacheBits);
    this.#pixels = new Uint32Array(width * height);
    this.#width = width;
  }

  /** Reads as many pixels as there are. */
  read(groupAt: (x: number, y: number) => Group): Coded {
    const pixels = this.#pixels;
    while (this.#at < pixels.length) {
      const at = this.#at;
      const group = groupAt(at % this.#width, Math.floor(at / this.#width));
      if (!this.#readNext(group)) return { pixels, read: at };
    }
    return { pixels, read: pixels.length };
  }

  #put(pixel: number): void {
    this.#pixels[this.#at++] = pixel;
    if (this.#cacheBits > 0)
      this.#cache[Math.imul(0x1e35_a7bd, pixel) >>> (32 - this.#cacheBits)] = pixel;
  }

  /** Returns whether it could be read. */
  #readNext([greens, reds, blues, alphas, distances]: Group): boolean {
    const bits = this.#bits;
    const symbol = greens!.read(bits);
    if (symbol >= firstCacheSymbol) {
      if (bits.isOver) return false;
      this.#put(this.#cache[symbol - firstCacheSymbol]!);
      return true;
    }
    if (symbol < colorSymbols) {
      const red = reds!.read(bits);
      const blue = blues!.read(bits);
      const alpha = alphas!.read(bits);
      if (bits.isOver) return false;
      this.#put(((alpha << 24) | (red << 16) | (symbol << 8) | blue) >>> 0);
      return true;
    }
    const length = readNumber(bits, symbol - colorSymbols);
    const back = distanceOf(readNumber(bits, distances!.read(bits)), this.#width);
    if (bits.isOver || back > this.#at || length > this.#pixels.length - this.#at) return false;
    for (let count = 0; count < length; count++) this.#put(this.#pixels[this.#at - back]!);
    return true;
  }
}

function corrupt(): EngineError {
  return new EngineError('corrupt-file', 'WebP: no pixels can be read');
}

/** Section 3.7.2: codes, and the pixels that are coded with them. Only the picture has many groups. */
function readCoded(bits: BitReader, width: number, height: number, isPicture: boolean): Coded {
  const cacheBits = bits.read(1) === 1 ? bits.read(4) : 0;
  if (cacheBits > 11) throw corrupt();
  const tileBits = isPicture && bits.read(1) === 1 ? 2 + bits.read(3) : null;
  const tilesAcross = countTiles(width, tileBits ?? 0);
  const tiles =
    tileBits === null
      ? null
      : readAll(bits, tilesAcross, countTiles(height, tileBits)).map(
          (pixel) => (pixel >>> 8) & 0xffff,
        );
  const count = tiles ? tiles.reduce((most, index) => Math.max(most, index), 0) + 1 : 1;
  const cacheSymbols = cacheBits > 0 ? 1 << cacheBits : 0;
  const sizes = [firstCacheSymbol + cacheSymbols, 256, 256, 256, distanceSymbols];
  const groups: Group[] = [];
  while (groups.length < count) {
    groups.push(sizes.map((size) => readPrefixCode(bits, size)));
    if (bits.isOver) throw corrupt();
  }
  const reader = new PixelReader(bits, cacheBits, width, height);
  if (!tiles || tileBits === null) return reader.read(() => groups[0]!);
  return reader.read((x, y) => groups[tiles[(y >> tileBits) * tilesAcross + (x >> tileBits)]!]!);
}

/** Reads what describes the picture, of which nothing may be missing. */
function readAll(bits: BitReader, width: number, height: number): Uint32Array<ArrayBuffer> {
  const { pixels, read } = readCoded(bits, width, height, false);
  if (read < pixels.length) throw corrupt();
  return pixels;
}

/** Section 3.5. */
function readTransform(bits: BitReader, width: number, height: number): Transform {
  const kind = (['predictor', 'color', 'green', 'palette'] as const)[bits.read(2)]!;
  if (kind === 'green') return { kind, width };
  if (kind !== 'palette') {
    const size = 2 + bits.read(3);
    const tiles = readAll(bits, countTiles(width, size), countTiles(height, size));
    return { kind, bits: size, width, tiles };
  }
  const count = 1 + bits.read(8);
  const colors = readAll(bits, count, 1);
  for (let at = 1; at < count; at++) colors[at] = add(colors[at]!, colors[at - 1]!);
  return { kind, bits: count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3, width, colors };
}

/** A signature and two sizes, the alpha hint and the version (section 3.4). */
const headerBytes = 5;

/**
 * Decodes the rows of a `VP8L` chunk's data that can be read. Slower than the packaged decoder, which gives nothing of
 * damaged data. Throws `corrupt-file` where there are none, or the size is not the one given.
 */
export function decodeRows(data: Uint8Array, width: number, height: number): ReadableRows {
  const bits = new BitReader(data.subarray(Math.min(headerBytes, data.length)));
  const transforms: Transform[] = [];
  let codedWidth = width;
  while (bits.read(1) === 1) {
    const transform = readTransform(bits, codedWidth, height);
    // Each kind occurs once at most.
    if (transforms.some(({ kind }) => kind === transform.kind)) throw corrupt();
    if (transform.kind === 'palette') codedWidth = countTiles(codedWidth, transform.bits);
    transforms.push(transform);
  }
  const coded = readCoded(bits, codedWidth, height, true);
  const rows = Math.floor(coded.read / codedWidth);
  if (rows === 0) throw corrupt();
  let { pixels } = coded;
  for (const transform of transforms.toReversed()) pixels = undo(transform, pixels, rows);
  for (let at = 0; at < rows * width; at++) {
    const pixel = pixels[at]!;
    pixels[at] = (pixel & 0xff00_ff00) | ((pixel & 255) << 16) | ((pixel >>> 16) & 255);
  }
  return { width, height, rows, pixels };
}
