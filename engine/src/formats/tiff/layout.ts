import { EngineError, type EngineFeature } from '../../errors.ts';
import { numbersOf, type Directory, type TiffFile } from './directories.ts';
import { isJpeg, isLab, isLog, isWebp } from './kinds.ts';
import { compressions, photometrics, tags } from './tags.ts';

/** Number format of a sample. */
type SampleKind = 'unsigned' | 'signed' | 'float';

/** How a picture is stored, according to its directory. */
export interface Layout {
  directory: Directory;
  width: number;
  height: number;
  /** Bits per sample. */
  bits: number;
  kind: SampleKind;
  /** Samples per pixel. */
  samples: number;
  photometric: number;
  /** Color samples per pixel; others follow. */
  colors: number;
  alpha: 'none' | 'straight' | 'premultiplied';
  compression: number;
  predictor: number;
  /** Each sample has its own plane. */
  isSeparate: boolean;
  /** The lowest bit of a byte is its first pixel. */
  isReversed: boolean;
  isTiled: boolean;
  /** Size of a strip or tile in pixels. The last strips may be lower. */
  chunkWidth: number;
  chunkHeight: number;
  /** Pixels that share a pair of color samples, across and down. 1 except for YCbCr. */
  subsampling: readonly [across: number, down: number];
}

function corrupt(what: string): EngineError {
  return new EngineError('corrupt-file', `TIFF: ${what}`);
}

function unsupported(what: string, feature: EngineFeature): EngineError {
  return new EngineError('unsupported-feature', `TIFF: ${what}`, { feature });
}

/** Limit for fields that describe a pixel's samples, far above what they need. */
const maxNumbers = 4096;

/** A field's numbers, for fields with few. An attacker's could be as long as the file. */
export function fewNumbersOf(file: TiffFile, directory: Directory, tag: number): number[] {
  const count = directory.get(tag)?.count ?? 0;
  if (count > maxNumbers) throw corrupt(`${count} numbers by tag ${tag}`);
  return numbersOf(file, directory, tag);
}

/** The first number of a field. */
export function numberOf(
  file: TiffFile,
  directory: Directory,
  tag: number,
  otherwise: number,
): number {
  const [value = otherwise] = fewNumbersOf(file, directory, tag);
  return value;
}

/** SampleFormat values: unsigned, signed, float, and undefined. */
const sampleKinds: Readonly<Record<number, SampleKind>> = {
  1: 'unsigned',
  2: 'signed',
  3: 'float',
  4: 'unsigned',
};

const allowedBits: Readonly<Record<SampleKind, readonly number[]>> = {
  unsigned: [...Array.from({ length: 16 }, (_, at) => at + 1), 24, 32],
  signed: [8, 16, 32],
  float: [16, 24, 32, 64],
};

const colorCounts: Readonly<Record<number, number>> = {
  [photometrics.whiteIsZero]: 1,
  [photometrics.blackIsZero]: 1,
  [photometrics.rgb]: 3,
  [photometrics.palette]: 1,
  [photometrics.mask]: 1,
  [photometrics.inks]: 4,
  [photometrics.ycbcr]: 3,
  [photometrics.cieLab]: 3,
  [photometrics.iccLab]: 3,
  [photometrics.logL]: 1,
  [photometrics.logLuv]: 3,
};

/** ExtraSamples value for premultiplied alpha. */
const associatedAlpha = 1;

const known: readonly number[] = Object.values(compressions);
const ofOneBit: readonly number[] = [
  compressions.faxRows,
  compressions.faxWordRows,
  compressions.group3,
  compressions.group4,
];

/** ExtraSamples value for unspecified data. */
const unspecified = 0;

/**
 * Finds alpha among ExtraSamples (TIFF 6.0 section 18). After color, an unspecified sample is alpha
 * for most programs that write it, and for libtiff. A sample without any ExtraSamples is alpha only
 * after RGB. After gray it is other data: as alpha it could hide the whole picture.
 */
function findAlpha(
  file: TiffFile,
  directory: Directory,
  { samples, colors, photometric }: Pick<Layout, 'samples' | 'colors' | 'photometric'>,
): Layout['alpha'] {
  if (samples <= colors) return 'none';
  const [kind] = fewNumbersOf(file, directory, tags.extraSamples);
  if (kind === associatedAlpha) return 'premultiplied';
  if (kind === undefined) return photometric === photometrics.rgb ? 'straight' : 'none';
  return kind === unspecified && colors === 1 ? 'none' : 'straight';
}

/** The likely photometric interpretation where a directory states none. */
function guessPhotometric(directory: Directory, compression: number, samples: number): number {
  if (samples >= 4 && directory.has(tags.inkSet)) return photometrics.inks;
  if (samples >= 3) return photometrics.rgb;
  return ofOneBit.includes(compression) ? photometrics.whiteIsZero : photometrics.blackIsZero;
}

/**
 * Samples per pixel where a directory states none. Writers of old JPEGs leave that to the stream.
 */
function guessSamples(file: TiffFile, directory: Directory, compression: number): number {
  if (compression !== compressions.oldJpeg) return 1;
  return colorCounts[numberOf(file, directory, tags.photometric, photometrics.ycbcr)] ?? 1;
}

/**
 * Reads the photometric interpretation. Many old JPEGs claim RGB but hold YCbCr, as all color JPEGs
 * did then.
 */
function readPhotometric(
  file: TiffFile,
  directory: Directory,
  compression: number,
  samples: number,
): number {
  const guess = guessPhotometric(directory, compression, samples);
  const photometric = numberOf(file, directory, tags.photometric, guess);
  const isRgb = photometric === photometrics.rgb;
  return compression === compressions.oldJpeg && isRgb ? photometrics.ycbcr : photometric;
}

function readSampling(
  file: TiffFile,
  directory: Directory,
  photometric: number,
): Layout['subsampling'] {
  if (photometric !== photometrics.ycbcr) return [1, 1];
  const [across = 2, down = 2] = fewNumbersOf(file, directory, tags.subsampling);
  if (![1, 2, 4].includes(across) || ![1, 2, 4].includes(down))
    throw corrupt(`colors of ${across} x ${down} pixels`);
  return [across, down];
}

function readBits(file: TiffFile, directory: Directory, samples: number): number {
  const bits = fewNumbersOf(file, directory, tags.bits).slice(0, samples);
  const [first = 1] = bits;
  if (bits.some((each) => each !== first))
    throw unsupported(`samples of ${bits.join(', ')} bits`, 'tiff-mixed-bits');
  return first;
}

function readKind(file: TiffFile, directory: Directory, bits: number): SampleKind {
  const format = numberOf(file, directory, tags.sampleFormat, 1);
  const kind = sampleKinds[format];
  if (!kind || !allowedBits[kind].includes(bits))
    throw unsupported(`samples of ${bits} bits, of kind ${format}`, 'tiff-bits');
  return kind;
}

/**
 * Rows per strip. Some programs state more than the picture has despite several strips: then the
 * strips share the rows.
 */
function readRows(file: TiffFile, directory: Directory, height: number, planes: number): number {
  const stated = numberOf(file, directory, tags.rowsPerStrip, height);
  if (stated <= height) return stated;
  const strips = Math.floor((directory.get(tags.stripOffsets)?.count ?? 1) / planes);
  const rows = Math.ceil(height / Math.max(strips, 1));
  return Math.ceil(height / rows) === strips ? rows : height;
}

/** Size of a strip or tile. 0 rows per strip are invalid. */
function readChunks(
  file: TiffFile,
  directory: Directory,
  { width, height, planes }: { width: number; height: number; planes: number },
) {
  const isTiled = directory.has(tags.tileWidth);
  const chunkWidth = isTiled ? numberOf(file, directory, tags.tileWidth, 0) : width;
  const rows = isTiled
    ? numberOf(file, directory, tags.tileHeight, 0)
    : readRows(file, directory, height, planes);
  const isWhole = Number.isInteger(chunkWidth) && Number.isInteger(rows);
  if (!isWhole || chunkWidth <= 0 || rows <= 0) throw corrupt(`parts of ${chunkWidth} x ${rows}`);
  return { isTiled, chunkWidth, chunkHeight: rows };
}

/** Refuses a picture that cannot be decoded, before decoding starts. */
function requireDecodable(layout: Layout): void {
  const { compression, photometric, bits, kind, samples, subsampling, isSeparate } = layout;
  const isSubsampled = subsampling.some((each) => each !== 1);
  const is8 = bits === 8 && kind === 'unsigned';
  if (ofOneBit.includes(compression) && (bits !== 1 || samples !== 1))
    throw corrupt('codes of fax machines for more than one bit');
  if (compression === compressions.thunderScan && (bits !== 4 || samples !== 1))
    throw corrupt('ThunderScan for other samples than 4 bits');
  if (isWebp(layout) && (!is8 || isSeparate || layout.colors !== 3))
    throw unsupported('WebP of other samples than 8 bits of colors', 'tiff-compression');
  if (isJpeg(layout) && !is8) throw unsupported(`JPEG of ${bits} bits`, 'jpeg-12-bit');
  if (photometric === photometrics.ycbcr && (!is8 || (isSubsampled && isSeparate)))
    throw unsupported('this form of Y, Cb and Cr', 'tiff-ycbcr');
  const isLuminance = photometric === photometrics.logL;
  if (isLog(layout) !== (isLuminance || photometric === photometrics.logLuv))
    throw unsupported(`colors of kind ${photometric} by ${compression}`, 'tiff-colors');
  if (isLuminance && compression !== compressions.logLuv) throw corrupt('LogL of 24 bits');
  if (isLog(layout) && (samples !== layout.colors || isSeparate))
    throw unsupported(`LogLuv of ${samples} samples`, 'tiff-colors');
  const isPalette = photometric === photometrics.palette;
  if (isPalette && (kind !== 'unsigned' || bits > 16))
    throw corrupt('a palette for samples that are no indices');
  if (isLab(layout) && ![8, 16].includes(bits))
    throw unsupported(`Lab of ${bits} bits`, 'tiff-bits');
}

/** Logarithms are expanded into bytes of gray or of red, green and blue, whatever samples a directory speaks of. */
function withBytes(layout: Layout): Layout {
  const photometric = layout.colors === 1 ? photometrics.blackIsZero : photometrics.rgb;
  return { ...layout, photometric, bits: 8, kind: 'unsigned', predictor: 1 };
}

/** Reads a directory. Throws `corrupt-file`, or `unsupported-feature` for what is not decoded. */
export function readLayout(file: TiffFile, directory: Directory): Layout {
  const number = (tag: number, otherwise: number) => numberOf(file, directory, tag, otherwise);
  const width = number(tags.width, 0);
  const height = number(tags.height, 0);
  const compression = number(tags.compression, compressions.none);
  const samples = number(tags.samples, guessSamples(file, directory, compression));
  if (!(width > 0 && height > 0 && samples > 0)) throw corrupt('no pixels');
  if (!known.includes(compression))
    throw unsupported(`compression ${compression}`, 'tiff-compression');
  const photometric = readPhotometric(file, directory, compression, samples);
  const colors = colorCounts[photometric];
  const isOtherInks =
    photometric === photometrics.inks && (number(tags.inkSet, 1) !== 1 || samples < 4);
  if (colors === undefined || isOtherInks)
    throw unsupported(`colors of kind ${photometric}`, 'tiff-colors');
  if (samples < colors) throw corrupt(`${samples} samples a pixel for colors of ${colors}`);
  const bits = readBits(file, directory, samples);
  const isSeparate = samples > 1 && number(tags.planar, 1) === 2;
  const layout: Layout = {
    directory,
    width,
    height,
    bits,
    samples,
    photometric,
    colors,
    compression,
    kind: readKind(file, directory, bits),
    alpha: findAlpha(file, directory, { samples, colors, photometric }),
    predictor: number(tags.predictor, 1),
    isSeparate,
    isReversed: number(tags.fillOrder, 1) === 2,
    ...readChunks(file, directory, { width, height, planes: isSeparate ? samples : 1 }),
    subsampling: readSampling(file, directory, photometric),
  };
  requireDecodable(layout);
  return isLog(layout) ? withBytes(layout) : layout;
}
