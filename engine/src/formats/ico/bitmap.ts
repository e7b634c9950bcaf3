import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { decodeBmp } from '../bmp/decode.ts';
import { type BmpHeader, readBmpHeader } from '../bmp/header.ts';
import { isInRuns } from '../bmp/runs.ts';
import { type IconEntry, strideOf } from './entries.ts';

/** An icon's bitmap, as a BMP file followed by a mask. */
export interface IconBitmap {
  bytes: Uint8Array;
  header: BmpHeader;
}

const fileHeaderBytes = 14;

/** The fourth byte of 32-bit pixels is alpha, which a 40-byte BMP header cannot state. */
const alphaMask = 0xff000000;

/** Reads the header of a bitmap, from which rows may be missing. Throws `corrupt-file` or `unsupported-feature`. */
function readBitmap(file: Uint8Array, { start, end }: IconEntry): IconBitmap {
  const bytes = new Uint8Array(fileHeaderBytes + end - start);
  bytes.set(file.subarray(start, end), fileHeaderBytes);
  const stated = readBmpHeader(bytes);
  const { bits, masks } = stated;
  // The stated height includes the mask's.
  const height = stated.height >> 1;
  if (height === 0) throw new EngineError('corrupt-file', 'ICO: no pixels');
  const [red, green, blue, alpha] = masks;
  const header: BmpHeader = {
    ...stated,
    height,
    masks: [red, green, blue, bits === 32 ? alpha || alphaMask : alpha],
  };
  return { bytes, header };
}

/** File offset of a bitmap's end. Its mask follows. */
const endOf = ({ width, height, bits, dataStart }: BmpHeader): number =>
  dataStart + strideOf(width, bits) * height;

/** Reads the header. Throws `corrupt-file`, also where rows are missing, or `unsupported-feature`. */
export function readIconBitmap(file: Uint8Array, entry: IconEntry): IconBitmap {
  const bitmap = readBitmap(file, entry);
  // The last row's padding may be missing.
  if (endOf(bitmap.header) - bitmap.bytes.length > 3)
    throw new EngineError('corrupt-file', 'ICO: pixels are missing');
  return bitmap;
}

/** Makes pixels transparent by the mask, if there is one. Returns whether any pixel was. */
function applyMask({ bytes, header }: IconBitmap, data: Uint8ClampedArray): boolean {
  const { width, height, topDown } = header;
  const stride = strideOf(width, 1);
  const start = endOf(header);
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

/**
 * Decodes the rows of a cut bitmap that are in the file. The others become transparent. Throws `corrupt-file` where
 * there is none, or `unsupported-feature`.
 */
export function salvageIconBitmap(file: Uint8Array, entry: IconEntry): Raster {
  const { bytes, header } = readBitmap(file, entry);
  const { width, height, bits, topDown, dataStart } = header;
  const stride = isInRuns(header) ? Number.POSITIVE_INFINITY : strideOf(width, bits);
  const rows = Math.min(Math.floor((bytes.length - dataStart) / stride), height);
  if (rows <= 0) throw new EngineError('corrupt-file', 'ICO: no pixel is readable');
  const padded = new Uint8Array(Math.max(bytes.length, endOf(header)));
  padded.set(bytes);
  const raster = decodeIconBitmap({ bytes: padded, header });
  const lost = (height - rows) * width * 4;
  const start = topDown ? rows * width * 4 : 0;
  raster.data.fill(0, start, start + lost);
  const opaque = raster.opaque && lost === 0;
  return { ...raster, opaque, ...(lost > 0 && { missing: 1 - rows / height }) };
}
