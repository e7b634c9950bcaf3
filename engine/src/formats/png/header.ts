import { readU16, readU32, readU8, remaining, sliceOf } from '../../bytes/reader.ts';
import { fitsPicture, isGrayProfile } from '../../color/profile-header.ts';
import { writeMatrixProfile } from '../../color/write-profile.ts';
import { primariesByCode, type Primaries } from '../../color/primaries.ts';
import { EngineError } from '../../errors.ts';
import { type Density, densityOf, meterPerInch } from '../../metadata/density.ts';
import type { ColorTags } from '../../planes/raster.ts';
import type { Chunk } from './chunks.ts';
import { inflateBounded } from '../../bytes/deflate.ts';

/** Section 11.2.1, table 9. */
export const colorTypes = { gray: 0, rgb: 2, palette: 3, grayAlpha: 4, rgba: 6 } as const;

const allowedDepths: Readonly<Record<number, readonly number[]>> = {
  [colorTypes.gray]: [1, 2, 4, 8, 16],
  [colorTypes.rgb]: [8, 16],
  [colorTypes.palette]: [1, 2, 4, 8],
  [colorTypes.grayAlpha]: [8, 16],
  [colorTypes.rgba]: [8, 16],
};

/** Samples per pixel, by color type. */
export const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export interface PngHeader {
  width: number;
  height: number;
  bitDepth: number;
  colorType: number;
  interlaced: boolean;
  hasAlpha: boolean;
  animated: boolean;
}

/** Finds a chunk before the samples. After them it is invalid (section 5.6). */
function findChunk(chunks: Chunk[], wanted: string): Uint8Array | undefined {
  const found = chunks.find(({ type }) => type === wanted || type === 'IDAT');
  return found?.type === wanted ? found.data : undefined;
}

/** Reads IHDR and other chunks that determine the pixel format. Throws `corrupt-file`. */
export function readPngHeader(chunks: Chunk[]): PngHeader {
  const [first] = chunks;
  if (first?.type !== 'IHDR') throw new EngineError('corrupt-file', 'PNG: no IHDR at the start');
  const slice = sliceOf(first.data);
  const width = readU32(slice);
  const height = readU32(slice);
  const bitDepth = readU8(slice);
  const colorType = readU8(slice);
  const methods = [readU8(slice), readU8(slice)];
  const interlace = readU8(slice);
  const depths = allowedDepths[colorType];
  if (!depths?.includes(bitDepth) || methods.some((method) => method !== 0) || interlace > 1) {
    throw new EngineError('corrupt-file', 'PNG: an IHDR outside the standard');
  }
  if (width === 0 || height === 0) throw new EngineError('corrupt-file', 'PNG: no pixels');
  const hasAlpha = colorType >= colorTypes.grayAlpha || findChunk(chunks, 'tRNS') !== undefined;
  const animated = findChunk(chunks, 'acTL') !== undefined;
  return { width, height, bitDepth, colorType, interlaced: interlace === 1, hasAlpha, animated };
}

/** Section 11.3.4.3. */
export function readPngDensity(chunks: Chunk[]): Density | undefined {
  const phys = findChunk(chunks, 'pHYs');
  if (!phys || phys.length < 9) return undefined;
  const slice = sliceOf(phys);
  const [x, y] = [readU32(slice), readU32(slice)];
  const isPerMeter = readU8(slice) === 1;
  const scale = isPerMeter ? meterPerInch : 1;
  return densityOf(x * scale, y * scale, isPerMeter);
}

/** Larger profiles are ignored. */
const maxInflated = 16 * 1024 * 1024;

/** Section 4.3 sets the precedence of the chunks that describe color. */
export async function readPngColor(chunks: Chunk[]): Promise<ColorTags> {
  const cicp = findChunk(chunks, 'cICP');
  if (cicp && cicp.length >= 4 && cicp[2] === 0) {
    return { cicp: { primaries: cicp[0]!, transfer: cicp[1]! } };
  }
  const iccp = findChunk(chunks, 'iCCP');
  if (iccp) {
    const icc = await inflateBounded(iccp.subarray(iccp.indexOf(0) + 2), { bytes: maxInflated });
    const colorType = findChunk(chunks, 'IHDR')?.[9];
    const isGray = colorType === colorTypes.gray || colorType === colorTypes.grayAlpha;
    if (icc && icc.length > 128 && fitsPicture(icc, isGray)) return { icc };
  }
  if (findChunk(chunks, 'sRGB')) return {};
  return readGamma(chunks);
}

/** sRGB's gamma (about 1/2.2) in gAMA's units, and the deviation that stays invisible. */
const srgbGamma = 45_455;
const gammaTolerance = 1_000;

/** Makes a profile of gAMA and cHRM, as JPEG and WebP have no equivalent. */
function readGamma(chunks: Chunk[]): ColorTags {
  const gama = findChunk(chunks, 'gAMA');
  if (!gama || gama.length < 4) return {};
  const gamma = readU32(sliceOf(gama));
  const chrm = findChunk(chunks, 'cHRM');
  const primaries = (chrm && readChromaticities(chrm)) ?? primariesByCode[1]!;
  const usual = Math.abs(gamma - srgbGamma) < gammaTolerance && !primaries.name.startsWith('cHRM');
  // Below 1/10 or above 10, the chunk is broken.
  if (usual || gamma < 10_000 || gamma > 1_000_000) return {};
  return { icc: writeMatrixProfile(primaries, 100_000 / gamma) };
}

type Chromaticity = readonly [x: number, y: number];

function near([ax, ay]: Chromaticity, [bx, by]: Chromaticity): boolean {
  return Math.abs(ax - bx) < 0.002 && Math.abs(ay - by) < 0.002;
}

function readChromaticities(data: Uint8Array): Primaries | null {
  if (data.length < 32) return null;
  const slice = sliceOf(data);
  const pair = () => [readU32(slice) / 100_000, readU32(slice) / 100_000] as const;
  const [white, red, green, blue] = [pair(), pair(), pair(), pair()];
  const srgb = primariesByCode[1]!;
  if (
    near(white, srgb.white) &&
    near(red, srgb.red) &&
    near(green, srgb.green) &&
    near(blue, srgb.blue)
  )
    return srgb;
  if ([white, red, green, blue].some(([, y]) => y <= 0)) return null;
  return { name: 'cHRM and gAMA', red, green, blue, white };
}

/** tRNS and PLTE, checked against the color type. */
export interface Palette {
  /** 256 RGBA entries, of which the file defines `size`. */
  entries: Uint8Array;
  size: number;
}

export function readPalette(chunks: Chunk[]): Palette {
  const plte = findChunk(chunks, 'PLTE');
  if (!plte || plte.length === 0 || plte.length % 3 !== 0 || plte.length > 768) {
    throw new EngineError('corrupt-file', 'PNG: no good palette');
  }
  const entries = new Uint8Array(1024);
  const transparency = findChunk(chunks, 'tRNS');
  for (let index = 0; index < plte.length / 3; index++) {
    entries.set(plte.subarray(index * 3, index * 3 + 3), index * 4);
    entries[index * 4 + 3] = transparency?.[index] ?? 255;
  }
  return { entries, size: plte.length / 3 };
}

/** The gray or RGB value, in the file's bit depth, that is transparent. */
export function readTransparentColor(
  chunks: Chunk[],
  { colorType, bitDepth }: Pick<PngHeader, 'colorType' | 'bitDepth'>,
): number[] | null {
  const data = findChunk(chunks, 'tRNS');
  if (!data || (colorType !== colorTypes.gray && colorType !== colorTypes.rgb)) return null;
  const slice = sliceOf(data);
  const count = channelsOf[colorType]!;
  if (remaining(slice) < count * 2) return null;
  // Section 11.3.2.1: with fewer than 16 bits, only the low ones count. Some writers repeat them
  // above.
  return Array.from({ length: count }, () => readU16(slice) & (2 ** bitDepth - 1));
}

/**
 * Whether the profile (or the one made from code points) needs three channels (section 11.3.2.3).
 */
export function needsColor({ icc, cicp }: ColorTags): boolean {
  if (icc) return !isGrayProfile(icc);
  return cicp !== undefined && cicp.primaries !== 1 && cicp.primaries !== 2;
}

/** Whether rows need nothing but unfiltering, and alpha where they have none. */
export function isSimple({ colorType, bitDepth, hasAlpha, interlaced }: PngHeader): boolean {
  const plain = colorType === colorTypes.rgba || (colorType === colorTypes.rgb && !hasAlpha);
  return plain && bitDepth >= 8 && !interlaced;
}
