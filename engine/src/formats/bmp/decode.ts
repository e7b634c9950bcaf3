import { readI32Little, readU16Little, readU32Little } from '../../bytes/little-endian.ts';
import { readBytes, readU8, remaining, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';

/** [MS-WMF] 2.2.2: the device-independent bitmap, behind a 14-byte file header. */
export interface BmpHeader {
  width: number;
  height: number;
  /** Rows run from the top instead of the bottom. */
  topDown: boolean;
  bits: number;
  compression: number;
  paletteSize: number;
  paletteEntryBytes: 3 | 4;
  masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Offset of the palette. */
  paletteStart: number;
  dataStart: number;
}

const compressions = { none: 0, rle8: 1, rle4: 2, bitFields: 3, alphaBitFields: 6 } as const;

/** Without masks of its own: 5-5-5 for 16 bits, 8-8-8 for 32. */
function usualMasks(bits: number): BmpHeader['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0];
}

/** Throws `corrupt-file`, or `unsupported-feature` for a compression that is met in printers only. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  let slice = sliceOf(bytes, 10);
  const dataStart = readU32Little(slice);
  const headerSize = readU32Little(slice);
  if (headerSize === 12) return readCoreHeader(slice, dataStart);
  const width = readI32Little(slice);
  const height = readI32Little(slice);
  skip(slice, 2);
  const bits = readU16Little(slice);
  // OS/2's second header may end here: what it leaves out is zero.
  if (headerSize === 16) slice = sliceOf(new Uint8Array(24));
  const compression = readU32Little(slice);
  skip(slice, 12);
  const colors = readU32Little(slice);
  skip(slice, 4);
  const fields =
    compression === compressions.bitFields || compression === compressions.alphaBitFields;
  const hasAlphaMask = compression === compressions.alphaBitFields || headerSize >= 56;
  const masks: BmpHeader['masks'] = fields
    ? [
        readU32Little(slice),
        readU32Little(slice),
        readU32Little(slice),
        hasAlphaMask ? readU32Little(slice) : 0,
      ]
    : usualMasks(bits);
  const outside = headerSize === 40 && fields ? (hasAlphaMask ? 16 : 12) : 0;
  return requireSound({
    width,
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    // Some writers count more colors than there are numbers for.
    paletteSize: bits > 8 ? 0 : Math.min(colors || 256, 2 ** bits),
    paletteEntryBytes: 4,
    masks,
    paletteStart: 14 + headerSize + outside,
    dataStart,
  });
}

function readCoreHeader(slice: Slice, dataStart: number): BmpHeader {
  const width = readU16Little(slice);
  const height = readU16Little(slice);
  skip(slice, 2);
  const bits = readU16Little(slice);
  return requireSound({
    width,
    height,
    topDown: false,
    bits,
    compression: compressions.none,
    paletteSize: bits > 8 ? 0 : 2 ** bits,
    paletteEntryBytes: 3,
    masks: usualMasks(bits),
    paletteStart: 26,
    dataStart,
  });
}

function requireSound(header: BmpHeader): BmpHeader {
  const { width, height, bits, compression, dataStart, paletteStart } = header;
  // 2 bits are Windows CE's.
  if (width <= 0 || height <= 0 || ![1, 2, 4, 8, 16, 24, 32].includes(bits)) {
    throw new EngineError('corrupt-file', 'BMP: a header outside the standard');
  }
  const known: readonly number[] = Object.values(compressions);
  if (!known.includes(compression)) {
    throw new EngineError('unsupported-feature', `BMP compression ${compression}`, {
      feature: 'bmp-compression',
    });
  }
  if (dataStart >= paletteStart) return header;
  // Writers that leave the place of the pixels at zero have them behind the palette.
  const behindPalette = paletteStart + header.paletteSize * header.paletteEntryBytes;
  return { ...header, dataStart: behindPalette };
}

/** Whether pixels may be skipped. */
export function isInRuns({ compression }: BmpHeader): boolean {
  return compression === compressions.rle8 || compression === compressions.rle4;
}

/**
 * Makes a picture opaque that would show nothing: programs state a mask of alpha and leave all of it at zero.
 * Returns whether it was one.
 */
function fillUnusedAlpha(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return true;
}

/** Decodes to 8-bit RGBA. Throws `corrupt-file` when pixels are missing. */
export function decodeBmp(bytes: Uint8Array, header: BmpHeader): Raster {
  const { width, height, bits } = header;
  const data = new Uint8ClampedArray(width * height * 4);
  const runs = isInRuns(header);
  const hasAlpha = !runs && bits > 8 && header.masks[3] !== 0;
  if (runs) paintRuns(bytes, header, data);
  else if (bits <= 8) paintIndexed(bytes, header, data);
  else if (bits === 24) paintBgr(bytes, header, data);
  else paintMasked(bytes, header, data);
  return {
    width,
    height,
    data,
    opaque: hasAlpha ? fillUnusedAlpha(data) : !runs,
    gray: false,
    premultiplied: false,
    color: {},
  };
}

/** Rows are padded to four bytes; calls `paint` with each row and the offset of its first pixel in RGBA. */
function forEachRow(
  bytes: Uint8Array,
  header: BmpHeader,
  paint: (row: Uint8Array, to: number) => void,
): void {
  const { width, height, bits, topDown, dataStart } = header;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const slice = sliceOf(bytes, dataStart);
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    // The last row's padding may be missing.
    const size = row === height - 1 ? Math.min(stride, remaining(slice)) : stride;
    if (size < Math.ceil((width * bits) / 8))
      throw new EngineError('corrupt-file', 'BMP: pixels are missing');
    paint(readBytes(slice, size), y * width * 4);
  }
}

/** RGBA, 256 entries. */
function readBmpPalette(bytes: Uint8Array, header: BmpHeader): Uint8Array {
  const palette = new Uint8Array(1024);
  const slice = sliceOf(bytes, header.paletteStart);
  for (let index = 0; index < header.paletteSize; index++) {
    const [blue, green, red] = readBytes(slice, header.paletteEntryBytes);
    palette.set([red!, green!, blue!, 255], index * 4);
  }
  return palette;
}

function paintIndexed(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): void {
  const { width, bits } = header;
  const palette = readBmpPalette(bytes, header);
  const mask = (1 << bits) - 1;
  forEachRow(bytes, header, (row, to) => {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const index = (row[bit >> 3]! >> (8 - bits - (bit & 7))) & mask;
      data.set(palette.subarray(index * 4, index * 4 + 4), to + x * 4);
    }
  });
}

function paintBgr(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): void {
  forEachRow(bytes, header, (row, to) => {
    for (let x = 0; x < header.width; x++) {
      data[to + x * 4] = row[x * 3 + 2]!;
      data[to + x * 4 + 1] = row[x * 3 + 1]!;
      data[to + x * 4 + 2] = row[x * 3]!;
      data[to + x * 4 + 3] = 255;
    }
  });
}

function paintMasked(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): void {
  const channels = header.masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, max: mask >>> shift };
  });
  const pixelBytes = header.bits / 8;
  forEachRow(bytes, header, (row, to) => {
    for (let x = 0; x < header.width; x++) {
      const at = x * pixelBytes;
      const value =
        pixelBytes === 2
          ? row[at]! | (row[at + 1]! << 8)
          : (row[at]! | (row[at + 1]! << 8) | (row[at + 2]! << 16) | (row[at + 3]! << 24)) >>> 0;
      for (let channel = 0; channel < 4; channel++) {
        const { mask, shift, max } = channels[channel]!;
        data[to + x * 4 + channel] =
          max === 0 ? (channel === 3 ? 255 : 0) : (((value & mask) >>> shift) * 255) / max;
      }
    }
  });
}

/** [MS-WMF] 3.1.6: runs, literal stretches and moves. What is skipped stays transparent. */
function paintRuns(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): void {
  const { width, height, compression } = header;
  const palette = readBmpPalette(bytes, header);
  const slice = sliceOf(bytes, header.dataStart);
  const nibbles = compression === compressions.rle4;
  let x = 0;
  let row = 0;
  const put = (index: number) => {
    if (x < width && row < height) {
      data.set(palette.subarray(index * 4, index * 4 + 4), ((height - 1 - row) * width + x) * 4);
    }
    x += 1;
  };
  const putPacked = (value: number, position: number) => {
    if (nibbles) put(position % 2 === 0 ? value >> 4 : value & 15);
    else put(value);
  };
  while (row < height) {
    const count = readU8(slice);
    const value = readU8(slice);
    if (count > 0) {
      for (let i = 0; i < count; i++) putPacked(value, i);
    } else if (value === 0) {
      x = 0;
      row += 1;
    } else if (value === 1) {
      return;
    } else if (value === 2) {
      x += readU8(slice);
      row += readU8(slice);
    } else {
      const size = nibbles ? Math.ceil(value / 2) : value;
      const literal = readBytes(slice, size);
      for (let i = 0; i < value; i++) putPacked(literal[nibbles ? i >> 1 : i]!, i);
      if (size % 2 === 1) skip(slice, 1);
    }
  }
}
