import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { decodeBmp } from '../bmp/decode.ts';
import { type BmpHeader, readBmpHeader } from '../bmp/header.ts';
import { type IconEntry, strideOf } from './entries.ts';

/** A picture of an icon that is a bitmap: as a BMP file, behind whose rows a mask follows. */
export interface IconBitmap {
  bytes: Uint8Array;
  header: BmpHeader;
}

const fileHeaderBytes = 14;

/** What 32 bits have beside red, green and blue is alpha, which a BMP's header of 40 bytes does not say. */
const alphaMask = 0xff000000;

/** Reads the header. Throws `corrupt-file`, also where rows are missing, or `unsupported-feature`. */
export function readIconBitmap(file: Uint8Array, { start, end }: IconEntry): IconBitmap {
  const bytes = new Uint8Array(fileHeaderBytes + end - start);
  bytes.set(file.subarray(start, end), fileHeaderBytes);
  const stated = readBmpHeader(bytes);
  const { width, bits, masks } = stated;
  // That of the mask below it is counted as well.
  const height = stated.height >> 1;
  const [red, green, blue, alpha] = masks;
  const header: BmpHeader = {
    ...stated,
    height,
    masks: [red, green, blue, bits === 32 ? alpha || alphaMask : alpha],
  };
  const missing = header.dataStart + strideOf(width, bits) * height - bytes.length;
  // The last row's padding may be.
  if (height === 0 || missing > 3) throw new EngineError('corrupt-file', 'ICO: pixels are missing');
  return { bytes, header };
}

/** Clears what the mask says, where there is one; returns whether that is anything. */
function applyMask({ bytes, header }: IconBitmap, data: Uint8ClampedArray): boolean {
  const { width, height, bits, topDown, dataStart } = header;
  const stride = strideOf(width, 1);
  const start = dataStart + strideOf(width, bits) * height;
  let clears = false;
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    for (let x = 0; x < width; x++) {
      // What is missing of it clears nothing.
      const byte = bytes[start + row * stride + (x >> 3)] ?? 0;
      if (((byte << (x & 7)) & 0x80) === 0) continue;
      data[(y * width + x) * 4 + 3] = 0;
      clears = true;
    }
  }
  return clears;
}

/** Decodes to 8-bit RGBA. The mask counts where the pixels have no alpha, as in Windows. Throws `corrupt-file`. */
export function decodeIconBitmap(bitmap: IconBitmap): Raster {
  const raster = decodeBmp(bitmap.bytes, bitmap.header);
  if (!raster.opaque) return raster;
  return { ...raster, opaque: !applyMask(bitmap, raster.data as Uint8ClampedArray) };
}
