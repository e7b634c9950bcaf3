// Encodes photos as lossless WebP (RFC 9649): prediction by tile, a color cache, and prefix codes
// chosen by a tile's complexity. Does not search for copies, because photos have none.
import type { PixelRows } from '../../../planes/raster.ts';
import { BitWriter } from './bit-writer.ts';
import { makePrefixCodes, type PrefixCodes, putCodes } from './prefix-codes.ts';
import { sortTiles } from './sort-tiles.ts';
import { putTokens, tokenize } from './tokens.ts';
import {
  allSymbols,
  type Band,
  cacheBits,
  markBytes,
  symbols,
  tileSide,
  type Vp8lModule,
} from './vp8l-module.ts';

const signature = 0x2f;

/** Transform types (section 4). */
const transforms = { predict: 0, subtractGreen: 2 } as const;

/** log2 of the tile side as written, less the minimum. */
const writtenTileBits = Math.log2(tileSide) - 2;

/** Minimum copy length in the picture of tile choices. */
const shortestCopy = 3;

interface Tiled {
  tilesAcross: number;
  bands: Band[];
  /** The tiles of all bands. */
  tiles: Uint8Array;
}

function cutBands({ width, height, data }: PixelRows): Tiled {
  const tilesAcross = Math.ceil(width / tileSide);
  const count = Math.ceil(height / tileSide);
  const pixels = new Uint8Array(data.buffer, data.byteOffset, width * height * 4);
  const tiles = new Uint8Array(count * tilesAcross);
  const marks = new Uint8Array(tiles.length * markBytes);
  const bandBytes = tileSide * width * 4;
  const bands = Array.from({ length: count }, (_, band) => {
    const [from, to] = [band * tilesAcross, (band + 1) * tilesAcross];
    return {
      pixels: pixels.subarray(band * bandBytes, (band + 1) * bandBytes),
      tiles: tiles.subarray(from, to),
      marks: marks.subarray(from * markBytes, to * markBytes),
    };
  });
  return { tilesAcross, bands, tiles };
}

/** The prefix codes of a group: one per channel, and one for distances. */
type GroupCodes = readonly PrefixCodes[];

const noDistances = makePrefixCodes(new Uint32Array(1));

/**
 * Makes the codes of the groups in use, numbers these without gaps in `tiles`, and puts the codes
 * into `counts`.
 */
function makeCodes(
  { counts }: Vp8lModule,
  tiles: Uint8Array,
  usesCache: boolean,
): readonly GroupCodes[] {
  const used = [...new Set(tiles)].sort((a, b) => a - b);
  const unused = usesCache ? 0 : 2 ** cacheBits;
  const codes = used.map((group) => {
    let at = group * allSymbols;
    return symbols.map((size, channel) => {
      const own = counts.slice(at, at + size - (channel === 0 ? unused : 0));
      at += size;
      return makePrefixCodes(own);
    });
  });
  const numbers = new Map(used.map((group, number) => [group, number]));
  tiles.forEach((group, tile) => (tiles[tile] = numbers.get(group)!));
  codes.forEach((channels, number) => {
    let at = number * allSymbols;
    channels.forEach(({ codes: bits, lengths }, channel) => {
      bits.forEach((code, symbol) => (counts[at + symbol] = code | (lengths[symbol]! << 16)));
      at += symbols[channel]!;
    });
  });
  return codes.map((channels) => [...channels, noDistances]);
}

/** Writes a picture with one number per tile (section 5.1): no cache, one set of codes. */
function putTiles(writer: BitWriter, tiles: Uint8Array, tilesAcross: number): void {
  writer.put(0, 1);
  putTokens(writer, tokenize(tiles, tilesAcross, shortestCopy));
}

/**
 * Encodes straight 8-bit RGBA to the data of a `VP8L` chunk, in parts. Overwrites the pixels.
 * Throws `out-of-memory`.
 */
export function encodePhoto(
  module: Vp8lModule,
  picture: PixelRows,
  hasAlpha: boolean,
): Uint8Array<ArrayBuffer>[] {
  const { width, height } = picture;
  const { tilesAcross, bands, tiles } = cutBands(picture);
  const spreads = new Float64Array(tiles.length);
  module.start(width, hasAlpha);
  bands.forEach((band, index) => {
    spreads.set(module.predict(band, index === 0), index * tilesAcross);
  });
  const modes = tiles.slice();
  const usesCache = sortTiles(module, bands, tiles, spreads);
  const codes = makeCodes(module, tiles, usesCache);

  const writer = new BitWriter();
  writer.put(signature, 8);
  writer.put(width - 1, 14);
  writer.put(height - 1, 14);
  writer.put(hasAlpha ? 1 : 0, 1);
  // Version of the format.
  writer.put(0, 3);
  writer.put(1 | (transforms.subtractGreen << 1), 3);
  writer.put(1 | (transforms.predict << 1), 3);
  writer.put(writtenTileBits, 3);
  putTiles(writer, modes, tilesAcross);
  writer.put(0, 1);
  if (usesCache) writer.put(1 | (cacheBits << 1), 5);
  else writer.put(0, 1);
  // Each group of tiles has its own codes.
  writer.put(1 | (writtenTileBits << 1), 4);
  putTiles(writer, tiles, tilesAcross);
  for (const group of codes) for (const code of group) putCodes(writer, code);
  const { bytes, rest } = writer.split();
  module.startBits(rest);
  const written = bands.map((band) => new Uint8Array(module.write(band)));
  return [bytes, ...written, new Uint8Array(module.endBits())];
}
