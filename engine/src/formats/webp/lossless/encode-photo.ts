// Photos as lossless WebP (RFC 9649): tiles told from what is around them, colors that were there before, and codes by
// how hard a tile is. Copies, which photos have none of, are left out.
import type { PixelRows } from '../../../planes/raster.ts';
import { BitWriter } from './bit-writer.ts';
import { makePrefixCodes, type PrefixCodes, putCodes } from './prefix-codes.ts';
import { putTokens, tokenize } from './tokens.ts';
import { allSymbols, colorBits, kinds, symbols, tileSide, type Vp8lModule } from './vp8l-module.ts';

const signature = 0x2f;

/** Kinds of transforms (section 4). */
const transforms = { predict: 0, subtractGreen: 2 } as const;

/** Sides of tiles are coded less as many bits. */
const leastTileBits = 2;
const tileBits = Math.log2(tileSide);

/** Copies of choices are at least so long. */
const shortestCopy = 3;

/** Kinds are made from so many of the picture's bands at first, and then from all. */
const sampledBands = 4;

/** Units of costs in a bit, and a symbol's bits at most. */
const costUnits = 8;
const mostBits = 18;

interface Bands {
  all: Uint8Array[];
  tilesAcross: number;
}

function cutBands({ width, height, data }: PixelRows): Bands {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, width * height * 4);
  const bandBytes = tileSide * width * 4;
  const all = Array.from({ length: Math.ceil(height / tileSide) }, (_, band) =>
    bytes.subarray(band * bandBytes, (band + 1) * bandBytes),
  );
  return { all, tilesAcross: Math.ceil(width / tileSide) };
}

/** As many tiles of each kind, the easiest ones first. */
function rank(spreads: Float64Array): Uint8Array {
  const sorted = spreads.toSorted();
  const limits = Array.from(
    { length: kinds - 1 },
    (_, kind) => sorted[Math.floor(((kind + 1) * sorted.length) / kinds)]!,
  );
  return Uint8Array.from(spreads, (spread) => {
    let [low, high] = [0, kinds - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spread < limits[middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}

/** Each symbol's bits by how often a kind has it. */
function setCosts({ counts, costs }: Vp8lModule): void {
  const alphabets = [symbols.green, symbols.red, symbols.blue];
  for (let kind = 0; kind < kinds; kind++) {
    let at = 0;
    for (const size of alphabets) {
      const own = counts.subarray(kind * allSymbols + at, kind * allSymbols + at + size);
      const all = own.reduce((sum, count) => sum + count, 0);
      for (const count of own) {
        const bits = count > 0 ? Math.log2(all / count) : mostBits;
        costs[at++ * kinds + kind] = Math.min(bits, mostBits) * costUnits;
      }
    }
  }
}

/** Sorts tiles by the codes that they have in common, in place, and leaves their symbols counted. */
function sortTiles(module: Vp8lModule, { all, tilesAcross }: Bands, tiles: Uint8Array): void {
  const tilesOf = (band: number): Uint8Array =>
    tiles.subarray(band * tilesAcross, (band + 1) * tilesAcross);
  const isSampled = (band: number): boolean => band % sampledBands === sampledBands >> 1;
  module.clear();
  all.forEach((band, index) => isSampled(index) && module.count(band, tilesOf(index)));
  setCosts(module);
  module.clear();
  all.forEach((band, index) => isSampled(index) && module.sort(band, tilesOf(index)));
  setCosts(module);
  module.clear();
  all.forEach((band, index) => module.sort(band, tilesOf(index)));
}

/** The codes of the kinds that there are, which get numbers without gaps in `tiles`. */
function makeCodes({ counts }: Vp8lModule, tiles: Uint8Array): PrefixCodes[][] {
  const used = [...new Set(tiles)].sort((a, b) => a - b);
  const codes = used.map((kind) => {
    const alphabet = (from: number, size: number): PrefixCodes =>
      makePrefixCodes(counts.slice(kind * allSymbols + from, kind * allSymbols + from + size));
    return [
      alphabet(0, symbols.green),
      alphabet(symbols.green, symbols.red),
      alphabet(symbols.green + symbols.red, symbols.blue),
    ];
  });
  const numbers = new Map(used.map((kind, number) => [kind, number]));
  tiles.forEach((kind, tile) => (tiles[tile] = numbers.get(kind)!));
  codes.forEach((each, number) => {
    let at = number * allSymbols;
    for (const { codes: bits, lengths } of each) {
      bits.forEach((code, symbol) => (counts[at++] = code | (lengths[symbol]! << 16)));
    }
  });
  return codes;
}

/** A picture of one number a tile, see section 5.1: without colors, and with one set of codes. */
function putTiles(writer: BitWriter, tiles: Uint8Array, tilesAcross: number): void {
  writer.put(0, 1);
  putTokens(writer, tokenize(tiles, tilesAcross, shortestCopy));
}

const none = makePrefixCodes(new Uint32Array(1));

/**
 * The data of a `VP8L` chunk, from opaque pixels of 8 bits, in rows without gaps, in whose place other things are put.
 * Throws `out-of-memory`.
 */
export function encodePhoto(module: Vp8lModule, picture: PixelRows): Uint8Array<ArrayBuffer>[] {
  const { width, height } = picture;
  const bands = cutBands(picture);
  const { all, tilesAcross } = bands;
  const modes = new Uint8Array(all.length * tilesAcross);
  const spreads = new Float64Array(modes.length);
  module.start(width);
  all.forEach((band, index) => {
    const told = module.tell(band, index === 0);
    modes.set(told.modes, index * tilesAcross);
    spreads.set(told.spreads, index * tilesAcross);
  });
  const tiles = rank(spreads);
  sortTiles(module, bands, tiles);
  const codes = makeCodes(module, tiles);

  const writer = new BitWriter();
  writer.put(signature, 8);
  writer.put(width - 1, 14);
  writer.put(height - 1, 14);
  // No alpha; the format's version.
  writer.put(0, 4);
  writer.put(1 | (transforms.subtractGreen << 1), 3);
  writer.put(1 | (transforms.predict << 1), 3);
  writer.put(tileBits - leastTileBits, 3);
  putTiles(writer, modes, tilesAcross);
  // No further transform; colors that were there before; and tiles have codes of their own.
  writer.put(0, 1);
  writer.put(1 | (colorBits << 1), 5);
  writer.put(1 | ((tileBits - leastTileBits) << 1), 4);
  putTiles(writer, tiles, tilesAcross);
  for (const each of codes) for (const code of [...each, none, none]) putCodes(writer, code);
  const { bytes, rest } = writer.split();
  module.startBits(rest);
  const written = all.map((band, index) => {
    const own = tiles.subarray(index * tilesAcross, (index + 1) * tilesAcross);
    return new Uint8Array(module.write(band, own));
  });
  return [bytes, ...written, new Uint8Array(module.endBits())];
}
