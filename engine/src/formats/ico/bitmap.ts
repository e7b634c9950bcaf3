import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { decodeBmp } from '../bmp/decode.ts';
import { type BmpHeader, readBmpHeader } from '../bmp/header.ts';
import { type IconEntry, strideOf } from './entries.ts';

/** An icon's bitmap, as a BMP file followed by a mask. */
export interface IconBitmap {
  bytes: Uint8Array;
  header: BmpHeader;
}

const fileHeaderBytes = 14;

/** The fourth byte of 32-bit pixels is alpha, which a 40-byte BMP header cannot state. */
const alphaMask = 0xff000000;

/** Reads the header. Throws `corrupt-file`, also where rows are missing, or `unsupported-feature`. */
export function readIconBitmap(file: Uint8Array, { start, end }: IconEntry): IconBitmap {
  const bytes = new Uint8Array(fileHeaderBytes + end - start);
  bytes.set(file.subarray(start, end), fileHeaderBytes);
  const stated = readBmpHeader(bytes);
  const { width, bits, masks } = stated;
  // The stated height includes the mask's.
  const height = stated.height >> 1;
  const [red, green, blue, alpha] = masks;
  const header: BmpHeader = {
    ...stated,
    height,
    masks: [red, green, blue, bits === 32 ? alpha || alphaMask : alpha],
  };
  const missing = header.dataStart + strideOf(width, bits) * height - bytes.length;
  // The last row's padding may be missing.
  if (height === 0 || missing > 3) throw new EngineError('corrupt-file', 'ICO: pixels are missing');
  return { bytes, header };
}

/** Makes pixels transparent by the mask, if there is one. Returns whether any pixel was. */
function applyMask({ bytes, header }: IconBitmap, data: Uint8ClampedArray): boolean {
  const { width, height, bits, topDown, dataStart } = header;
  const stride = strideOf(width, 1);
  const start = dataStart + strideOf(width, bits) * height;
  let clears = false;
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    for (let x = 0; x < width; x++) {
      // Missing bytes of the mask clear nothing.
      const byte = bytes[start + row * stride + (x >> 3)] ?? 0;
      if (((byte << (x & 7)) & 0x80) === 0) continue;
      data[(y * width + x) * 4 + 3] = 0;
      clears = true;
    }
  }
  return clears;
}

/**
 * Decodes to 8-bit RGBA. As in Windows, the mask applies only if the pixels have no alpha. Throws
 * `corrupt-file`.
 */
export function decodeIconBitmap(bitmap: IconBitmap): Raster {
  const raster = decodeBmp(bitmap.bytes, bitmap.header);
  if (!raster.opaque) return raster;
  return { ...raster, opaque: !applyMask(bitmap, raster.data as Uint8ClampedArray) };
}
