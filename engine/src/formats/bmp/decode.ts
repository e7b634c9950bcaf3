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

/**
 * Calls `paint` with each row and the RGBA offset of its first pixel. Rows are padded to four
 * bytes.
 */
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
