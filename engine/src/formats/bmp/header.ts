import { readI32Little, readU16Little, readU32Little } from '../../bytes/little-endian.ts';
import { readBytes, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { type Density, densityOf, meterPerInch } from '../../metadata/density.ts';

/** A device-independent bitmap ([MS-WMF] 2.2.2), which follows a 14-byte file header. */
export interface BmpHeader {
  width: number;
  height: number;
  /** Rows are stored from top to bottom. */
  topDown: boolean;
  bits: number;
  compression: number;
  paletteSize: number;
  paletteEntryBytes: 3 | 4;
  masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Offset of the palette. */
  paletteStart: number;
  dataStart: number;
  density?: Density | undefined;
}

/** Compression 4 means 24-bit runs in OS/2, and a JPEG in Windows. */
export const compressions = {
  none: 0,
  rle8: 1,
  rle4: 2,
  bitFields: 3,
  rle24: 4,
  alphaBitFields: 6,
} as const;

/** Allowed bits per pixel. 2 is from Windows CE. */
const bitsByCompression: Readonly<Record<number, readonly number[]>> = {
  [compressions.none]: [1, 2, 4, 8, 16, 24, 32],
  [compressions.rle8]: [8],
  [compressions.rle4]: [4],
  [compressions.bitFields]: [16, 32],
  [compressions.rle24]: [24],
  [compressions.alphaBitFields]: [16, 32],
};

/** Sizes of BITMAPINFOHEADER and of BITMAPV4HEADER, the first that describes colors. */
const [infoBytes, v4Bytes] = [40, 108];

/** Default masks: 5-5-5 for 16 bits, 8-8-8 for 32. */
function usualMasks(bits: number, alpha = 0): BmpHeader['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, alpha];
}

/**
 * Reads the header. Throws `corrupt-file`, or `unsupported-feature` (`bmp-compression`) for what
 * occurs only in printers: JPEG, PNG or fax data.
 */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  let slice = sliceOf(bytes, 10);
  const dataStart = readU32Little(slice);
  const headerSize = readU32Little(slice);
  if (headerSize === 12) return readCoreHeader(slice, dataStart);
  const width = readI32Little(slice);
  const height = readI32Little(slice);
  skip(slice, 2);
  const bits = readU16Little(slice);
  // OS/2's second header may end here. Missing fields are zero.
  if (headerSize === 16) slice = sliceOf(new Uint8Array(24));
  const compression = readU32Little(slice);
  skip(slice, 4);
  const [x, y] = [readU32Little(slice), readU32Little(slice)];
  const colors = readU32Little(slice);
  skip(slice, 4);
  requireKnown(compression, bits, headerSize);
  const { masks, outside } = readMasks(slice, compression, bits, headerSize);
  return requireSound({
    width,
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    // Some writers state more colors than the bit depth allows.
    paletteSize: bits > 8 ? 0 : Math.min(colors || 256, 2 ** bits),
    paletteEntryBytes: 4,
    masks,
    paletteStart: 14 + headerSize + outside,
    dataStart,
    // Pixels a meter.
    density: densityOf(x * meterPerInch, y * meterPerInch, true),
  });
}

function requireKnown(compression: number, bits: number, headerSize: number): void {
  // OS/2 uses Windows' number for masks for fax data.
  const isFax = compression === compressions.bitFields && bits === 1;
  const isJpeg = compression === compressions.rle24 && (bits !== 24 || headerSize >= v4Bytes);
  if (!isFax && !isJpeg && compression in bitsByCompression) return;
  throw new EngineError('unsupported-feature', `BMP compression ${compression}`, {
    feature: 'bmp-compression',
  });
}

/**
 * Reads the masks. The slice is at the end of BITMAPINFOHEADER. `outside` is the size of masks
 * stored after the header.
 */
function readMasks(
  slice: Slice,
  compression: number,
  bits: number,
  headerSize: number,
): { masks: BmpHeader['masks']; outside: number } {
  if (compression === compressions.bitFields || compression === compressions.alphaBitFields) {
    const hasAlpha = compression === compressions.alphaBitFields || headerSize >= 56;
    const [red, green, blue] = [readU32Little(slice), readU32Little(slice), readU32Little(slice)];
    const masks = [red, green, blue, hasAlpha ? readU32Little(slice) : 0] as const;
    return { masks, outside: headerSize === infoBytes ? (hasAlpha ? 16 : 12) : 0 };
  }
  // Masks do not apply here, but programs with alpha (for example on clipboards) declare one, and
  // browsers show it.
  const alpha = bits === 32 && headerSize >= v4Bytes && statesAlpha(slice) ? 0xff000000 : 0;
  return { masks: usualMasks(bits, alpha), outside: 0 };
}

function statesAlpha(slice: Slice): boolean {
  skip(slice, 12);
  return readU32Little(slice) !== 0;
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
  if (width <= 0 || height <= 0 || !bitsByCompression[compression]?.includes(bits)) {
    throw new EngineError('corrupt-file', 'BMP: a header outside the standard');
  }
  if (dataStart >= paletteStart) return header;
  // Some writers leave the pixel offset at zero; pixels then follow the palette.
  const behindPalette = paletteStart + header.paletteSize * header.paletteEntryBytes;
  return { ...header, dataStart: behindPalette };
}

/** RGBA of 256 entries. Those outside the palette are black. */
export function readBmpPalette(bytes: Uint8Array, header: BmpHeader): Uint8Array<ArrayBuffer> {
  const palette = new Uint8Array(1024);
  for (let at = 3; at < palette.length; at += 4) palette[at] = 255;
  const slice = sliceOf(bytes, header.paletteStart);
  for (let index = 0; index < header.paletteSize; index++) {
    const [blue, green, red] = readBytes(slice, header.paletteEntryBytes);
    palette.set([red!, green!, blue!], index * 4);
  }
  return palette;
}
