import decode, { init } from '@jsquash/jpeg/decode.js';
import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { jpegDecoder } from '../../jpeg-decoder/decoder.ts';
import { missingPixel } from '../../planes/missing.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';
import { findJpegColor } from './read-metadata.ts';
import { type JpegFile } from './segments.ts';

/** libjpeg's warnings about the current picture. It continues after each. */
let warnings: string[] = [];

/**
 * Writers leave a few stray bytes before a marker. More than this are the remains of a lost
 * picture.
 */
const maxStrayBytes = 16;

/**
 * Every warning about coded data means damage (gray or shifted parts), except for a few stray
 * bytes. Warnings about the rest of the file (`jerror.h`: JFIF's version, Adobe's color code) do
 * not matter.
 */
function isDamage(warning: string): boolean {
  const [, count, marker] = /(\d+) extraneous bytes before marker 0x(\w\w)/.exec(warning) ?? [];
  if (count !== undefined) {
    const isRestart = /^d[0-7]$/.test(marker!);
    return isRestart || Number(count) > maxStrayBytes;
  }
  return !/JFIF revision|Adobe color transform/.test(warning);
}

const libjpeg = new PackagedCodec('mozjpeg-decoder', init, {
  printErr: (line: string) => warnings.push(line),
});

/**
 * Decodes a JPEG as stored, without turning it: by our own decoder where it can, otherwise by
 * libjpeg, with the same pixels. Throws `corrupt-file` and `unsupported-feature`.
 */
export async function decodeJpeg(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  try {
    return await decodeByOurs(bytes, file);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'unsupported-feature')
      return decodeByLibjpeg(bytes, file, false);
    throw error;
  }
}

function rasterOf(
  file: JpegFile,
  { width, height }: Size,
  data: Uint8ClampedArray<ArrayBuffer>,
): Raster {
  const gray = file.components === 1;
  const color = findJpegColor(file);
  return { width, height, data, opaque: true, gray, premultiplied: false, color };
}

/**
 * Opens a JPEG's pixels, which are decoded while being copied. Throws `unsupported-feature` for rare
 * codings and, while they are copied, for damage.
 */
export async function openJpegPixels(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
): Promise<DecodedPixels> {
  return (await jpegDecoder.require()).openPixels(bytes.subarray(0, file.end), file);
}

/** Throws as `openJpegPixels`. */
async function decodeByOurs(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const pixels = await openJpegPixels(bytes, file);
  const { width, height } = pixels;
  const data = new Uint8ClampedArray(width * height * 4);
  await pixels.copy(0, height, new Uint8Array(data.buffer));
  return rasterOf(file, pixels, data);
}

/**
 * libjpeg continues after damage: its picture is returned with `salvages`, and is `corrupt-file`
 * otherwise. Throws `unsupported-feature`, too.
 */
async function decodeByLibjpeg(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
  salvages: boolean,
): Promise<Raster> {
  if (file.bitDepth !== 8) {
    throw new EngineError('unsupported-feature', `JPEG with ${file.bitDepth} bits`, {
      feature: 'jpeg-12-bit',
    });
  }
  const image = await runLibjpeg(bytes, file, salvages);
  // The decoder hands over its own memory. A copy of a large photo would take hundreds of
  // megabytes.
  const raster = rasterOf(file, image, new Uint8ClampedArray(image.data.buffer));
  return { ...raster, ...(warnings.length > 0 && { mayBeDamaged: true }) };
}

/** Throws `corrupt-file`. */
async function runLibjpeg(
  bytes: Uint8Array<ArrayBuffer>,
  file: JpegFile,
  salvages: boolean,
): Promise<ImageData> {
  try {
    // The trailer is left out: it is not part of the picture.
    warnings = [];
    return await libjpeg.use(async () => {
      const decoded = await decode(bytes.subarray(0, file.end) as unknown as ArrayBuffer);
      const damage = warnings.find(isDamage);
      if (damage && !salvages) throw new Error(damage);
      return decoded;
    });
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    // When libjpeg gives up, what it throws is no Error; its last warning holds the reason.
    const reason = cause instanceof Error ? cause.message : warnings.at(-1);
    throw new EngineError('corrupt-file', `JPEG: ${reason ?? 'undecodable'}`, { cause });
  }
}

/** Side of a block, in pixels. */
const block = 8;

/** The share of blocks that libjpeg had no data for: with all coefficients 0 they are this gray. */
function shareOfEmptyBlocks({ width, height, data }: Raster): number {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  let empty = 0;
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(top + block, height);
    for (let left = 0; left < width; left += block) {
      const right = Math.min(left + block, width);
      let isEmpty = true;
      for (let y = top; isEmpty && y < bottom; y++) {
        for (let x = left; isEmpty && x < right; x++)
          isEmpty = pixels[y * width + x] === missingPixel;
      }
      if (isEmpty) empty++;
    }
  }
  return empty / (Math.ceil(width / block) * Math.ceil(height / block));
}

/**
 * In a sequential picture with one scan, every marker inside it but restarts is damage. libjpeg
 * would stop there; as coded data it costs a few blocks. Returns a copy, ended at `file.end`.
 */
function withoutStrayMarkers(bytes: Uint8Array<ArrayBuffer>, file: JpegFile) {
  const picture = bytes.slice(0, file.end);
  const isSequential = file.segments.some(({ marker }) => marker === 0xc0 || marker === 0xc1);
  if (!isSequential || picture[file.scan + 4] !== file.components) return picture;
  const headerSize = (picture[file.scan + 2]! << 8) | picture[file.scan + 3]!;
  for (let at = file.scan + 2 + headerSize; at < picture.length - 2; at++) {
    const next = picture[at + 1]!;
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (picture[at] === 0xff && next !== 0 && !isRestart) picture[at + 1] = 0;
  }
  return picture;
}

/**
 * Decodes what can be read of a damaged JPEG, with gray where there is no data. Throws
 * `corrupt-file` if there is none at all, and as `decodeJpeg`.
 */
export async function salvageJpeg(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  const raster = await decodeByLibjpeg(withoutStrayMarkers(bytes, file), file, true);
  const missing = shareOfEmptyBlocks(raster);
  if (missing === 1) throw new EngineError('corrupt-file', 'JPEG: nothing of the picture is left');
  return { ...raster, mayBeDamaged: true, ...(missing > 0 && { missing }) };
}
