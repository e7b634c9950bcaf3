// Photos as lossless WebP (RFC 9649): tiles told from what is around them, colors that were there before, and codes by
// how hard a tile is. Copies, which photos have none of, are left out.
import type { PixelRows } from '../../../planes/raster.ts';
import { BitWriter } from './bit-writer.ts';
import { makePrefixCodes, type PrefixCodes, putCodes } from './prefix-codes.ts';
import { type Bands, sortTiles } from './sort-tiles.ts';
import { putTokens, tokenize } from './tokens.ts';
import { allSymbols, colorBits, symbols, tileSide, type Vp8lModule } from './vp8l-module.ts';

const signature = 0x2f;

/** Kinds of transforms (section 4). */
const transforms = { predict: 0, subtractGreen: 2 } as const;

/** Bits of tiles' sides, which are written less the least there are. */
const writtenTileBits = Math.log2(tileSide) - 2;

/** Copies of what is chosen for tiles are at least so long. */
const shortestCopy = 3;

function cutBands({ width, height, data }: PixelRows): Bands {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, width * height * 4);
  const bandBytes = tileSide * width * 4;
  const all = Array.from({ length: Math.ceil(height / tileSide) }, (_, band) =>
    bytes.subarray(band * bandBytes, (band + 1) * bandBytes),
  );
  return { all, tilesAcross: Math.ceil(width / tileSide) };
}

/** The codes of a kind: of green and copies and colors, of red, of blue, of alpha, and of distances. */
type KindCodes = readonly PrefixCodes[];

const none = makePrefixCodes(new Uint32Array(1));

/** The codes of the kinds that there are, which get numbers without gaps in `tiles`, and their codes in `counts`. */
function makeCodes(
  { counts }: Vp8lModule,
  tiles: Uint8Array,
  usesColors: boolean,
): readonly KindCodes[] {
  const greens = usesColors ? symbols.green : symbols.green - 2 ** colorBits;
  const used = [...new Set(tiles)].sort((a, b) => a - b);
  const codes = used.map((kind) => {
    const start = kind * allSymbols;
    const code = (from: number, size: number): PrefixCodes =>
      makePrefixCodes(counts.slice(start + from, start + from + size));
    const red = code(symbols.green, symbols.red);
    const blue = code(symbols.green + symbols.red, symbols.blue);
    return { green: code(0, greens), red, blue };
  });
  const numbers = new Map(used.map((kind, number) => [kind, number]));
  tiles.forEach((kind, tile) => (tiles[tile] = numbers.get(kind)!));
  codes.forEach(({ green, red, blue }, number) => {
    let at = number * allSymbols;
    for (const [size, each] of [
      [symbols.green, green],
      [symbols.red, red],
      [symbols.blue, blue],
    ] as const) {
      each.codes.forEach((bits, symbol) => {
        counts[at + symbol] = bits | (each.lengths[symbol]! << 16);
      });
      at += size;
    }
  });
  return codes.map(({ green, red, blue }) => [green, red, blue, none, none]);
}

/** A picture of one number a tile, see section 5.1: without colors, and with one set of codes. */
function putTiles(writer: BitWriter, tiles: Uint8Array, tilesAcross: number): void {
  writer.put(0, 1);
  putTokens(writer, tokenize(tiles, tilesAcross, shortestCopy));
}

/**
 * The data of a `VP8L` chunk, in parts, from opaque pixels of 8 bits, in whose place other things are put. Throws
 * `out-of-memory`.
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
  const { tiles, usesColors } = sortTiles(module, bands, spreads);
  const codes = makeCodes(module, tiles, usesColors);

  const writer = new BitWriter();
  writer.put(signature, 8);
  writer.put(width - 1, 14);
  writer.put(height - 1, 14);
  // No alpha; the format's version.
  writer.put(0, 4);
  writer.put(1 | (transforms.subtractGreen << 1), 3);
  writer.put(1 | (transforms.predict << 1), 3);
  writer.put(writtenTileBits, 3);
  putTiles(writer, modes, tilesAcross);
  writer.put(0, 1);
  if (usesColors) writer.put(1 | (colorBits << 1), 5);
  else writer.put(0, 1);
  // Tiles have codes of their own.
  writer.put(1 | (writtenTileBits << 1), 4);
  putTiles(writer, tiles, tilesAcross);
  for (const kind of codes) for (const code of kind) putCodes(writer, code);
  const { bytes, rest } = writer.split();
  module.startBits(rest);
  const written = all.map((band, index) => {
    const own = tiles.subarray(index * tilesAcross, (index + 1) * tilesAcross);
    return new Uint8Array(module.write(band, own));
  });
  return [bytes, ...written, new Uint8Array(module.endBits())];
}
