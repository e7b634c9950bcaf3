import { readBytes, remaining, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { type BmpHeader, readBmpPalette } from './header.ts';
import { isInRuns, paintRuns } from './runs.ts';

/**
 * Makes a completely transparent picture opaque: some programs declare an alpha mask and leave all
 * of it at zero. Returns whether it did.
 */
function fillUnusedAlpha(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return true;
}

/** Decodes to 8-bit RGBA. Throws `corrupt-file` when pixels are missing. */
export function decodeBmp(bytes: Uint8Array, header: BmpHeader): Raster {
  const { raster, read } = decodeReadable(bytes, header);
  if (read < header.width * header.height)
    throw new EngineError('corrupt-file', 'BMP: pixels are missing');
  return raster;
}

/** Decodes what can be read, which is the first `read` pixels in the file's order of rows. */
export function decodeReadable(
  bytes: Uint8Array,
  header: BmpHeader,
): { raster: Raster; read: number } {
  const { width, height, bits } = header;
  const data = new Uint8ClampedArray(width * height * 4);
  const runs = isInRuns(header);
  const hasAlpha = !runs && bits > 8 && header.masks[3] !== 0;
  const paint = runs ? paintRuns : bits <= 8 ? paintIndexed : bits === 24 ? paintBgr : paintMasked;
  const read = paint(bytes, header, data);
  const raster = {
    width,
    height,
    data,
    opaque: hasAlpha ? fillUnusedAlpha(data) : !runs,
    gray: false,
    premultiplied: false,
    color: {},
  };
  return { raster, read };
}

/**
 * Calls `paint` with each row and the RGBA offset of its first pixel. Rows are padded to four
 * bytes. Returns how many pixels there are.
 */
function forEachRow(
  bytes: Uint8Array,
  header: BmpHeader,
  paint: (row: Uint8Array, to: number) => void,
): number {
  const { width, height, bits, topDown, dataStart } = header;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const slice = sliceOf(bytes, dataStart);
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    // The last row's padding may be missing.
    const size = Math.min(stride, remaining(slice));
    if (size < Math.ceil((width * bits) / 8)) return row * width;
    paint(readBytes(slice, size), y * width * 4);
  }
  return width * height;
}

function paintIndexed(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): number {
  const { width, bits } = header;
  const palette = readBmpPalette(bytes, header);
  const mask = (1 << bits) - 1;
  return forEachRow(bytes, header, (row, to) => {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const index = (row[bit >> 3]! >> (8 - bits - (bit & 7))) & mask;
      data.set(palette.subarray(index * 4, index * 4 + 4), to + x * 4);
    }
  });
}

function paintBgr(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): number {
  return forEachRow(bytes, header, (row, to) => {
    for (let x = 0; x < header.width; x++) {
      data[to + x * 4] = row[x * 3 + 2]!;
      data[to + x * 4 + 1] = row[x * 3 + 1]!;
      data[to + x * 4 + 2] = row[x * 3]!;
      data[to + x * 4 + 3] = 255;
    }
  });
}

function paintMasked(bytes: Uint8Array, header: BmpHeader, data: Uint8ClampedArray): number {
  const channels = header.masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, max: mask >>> shift };
  });
  const pixelBytes = header.bits / 8;
  return forEachRow(bytes, header, (row, to) => {
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
