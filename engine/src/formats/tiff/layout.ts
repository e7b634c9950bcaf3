import { EngineError } from '../../errors.ts';
import { numbersOf, type Directory, type TiffFile } from './directories.ts';
import { isJpeg, isLab } from './kinds.ts';
import { compressions, photometrics, tags } from './tags.ts';

/** How the numbers of a sample are meant. */
type SampleKind = 'unsigned' | 'signed' | 'float';

/** How one picture of a file is stored, as its directory says. */
export interface Layout {
  directory: Directory;
  width: number;
  height: number;
  /** Of each sample. */
  bits: number;
  kind: SampleKind;
  /** A pixel. */
  samples: number;
  photometric: number;
  /** Samples of a pixel that make its color; others lie behind them. */
  colors: number;
  alpha: 'none' | 'straight' | 'premultiplied';
  compression: number;
  predictor: number;
  /** Each sample has a plane of its own. */
  isSeparate: boolean;
  /** The first pixel of a byte is in its lowest bit. */
  isReversed: boolean;
  isTiled: boolean;
  /** Pixels of a strip or a tile; the last ones of strips are lower. */
  chunkWidth: number;
  chunkHeight: number;
  /** Pixels that share a pair of colors, across and down; 1 but for Y, Cb and Cr. */
  subsampling: readonly [across: number, down: number];
}

function corrupt(what: string): EngineError {
  return new EngineError('corrupt-file', `TIFF: ${what}`);
}

function unsupported(what: string, feature: string): EngineError {
  return new EngineError('unsupported-feature', `TIFF: ${what}`, { feature });
}

/** Far more numbers than a field has that says something of a pixel's samples. */
const maxNumbers = 4096;

/** A field's numbers, where it is one of a few; an attacker's may be as long as the file. */
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

/** TIFF's numbers for what samples are: integers, signed ones, floating point, and of no said kind. */
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
};

/** ExtraSamples' number for color that is multiplied by alpha. */
const associatedAlpha = 1;

const known: readonly number[] = Object.values(compressions);
const ofOneBit: readonly number[] = [
  compressions.faxRows,
  compressions.faxWordRows,
  compressions.group3,
  compressions.group4,
];

/**
 * ExtraSamples (TIFF 6.0 section 18). What is of no said kind, or not spoken of, is alpha for most programs that write
 * it, and for libtiff.
 */
function findAlpha(file: TiffFile, directory: Directory, extra: number): Layout['alpha'] {
  if (extra <= 0) return 'none';
  const [kind = 0] = fewNumbersOf(file, directory, tags.extraSamples);
  return kind === associatedAlpha ? 'premultiplied' : 'straight';
}

/** What a directory without a photometric interpretation most likely means. */
function guessPhotometric(compression: number, samples: number): number {
  if (samples >= 3) return photometrics.rgb;
  return ofOneBit.includes(compression) ? photometrics.whiteIsZero : photometrics.blackIsZero;
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

/** A strip's or a tile's size; `0` rows a strip are no rows. */
function readChunks(file: TiffFile, directory: Directory, width: number, height: number) {
  const isTiled = directory.has(tags.tileWidth);
  const chunkWidth = isTiled ? numberOf(file, directory, tags.tileWidth, 0) : width;
  const rows = isTiled
    ? numberOf(file, directory, tags.tileHeight, 0)
    : Math.min(numberOf(file, directory, tags.rowsPerStrip, height), height);
  const isWhole = Number.isInteger(chunkWidth) && Number.isInteger(rows);
  if (!isWhole || chunkWidth <= 0 || rows <= 0) throw corrupt(`parts of ${chunkWidth} x ${rows}`);
  return { isTiled, chunkWidth, chunkHeight: rows };
}

/** Refuses what cannot be decoded, before anything is. */
function requireDecodable(layout: Layout): void {
  const { compression, photometric, bits, kind, samples, subsampling, isSeparate } = layout;
  const isSubsampled = subsampling.some((each) => each !== 1);
  const is8 = bits === 8 && kind === 'unsigned';
  if (ofOneBit.includes(compression) && (bits !== 1 || samples !== 1))
    throw corrupt('codes of fax machines for more than one bit');
  if (compression === compressions.thunderScan && (bits !== 4 || samples !== 1))
    throw corrupt('ThunderScan for other samples than 4 bits');
  if (isJpeg(layout) && !is8) throw unsupported(`JPEG of ${bits} bits`, 'jpeg-12-bit');
  if (photometric === photometrics.ycbcr && (!is8 || (isSubsampled && isSeparate)))
    throw unsupported('this form of Y, Cb and Cr', 'tiff-ycbcr');
  const isPalette = photometric === photometrics.palette;
  if (isPalette && (kind !== 'unsigned' || bits > 16))
    throw corrupt('a palette for samples that are no indices');
  if (isLab(layout) && ![8, 16].includes(bits))
    throw unsupported(`Lab of ${bits} bits`, 'tiff-bits');
}

/** Reads a directory. Throws `corrupt-file`, or `unsupported-feature` for what is not decoded. */
export function readLayout(file: TiffFile, directory: Directory): Layout {
  const number = (tag: number, otherwise: number) => numberOf(file, directory, tag, otherwise);
  const width = number(tags.width, 0);
  const height = number(tags.height, 0);
  const samples = number(tags.samples, 1);
  if (!(width > 0 && height > 0 && samples > 0)) throw corrupt('no pixels');
  const compression = number(tags.compression, compressions.none);
  if (!known.includes(compression))
    throw unsupported(`compression ${compression}`, 'tiff-compression');
  const photometric = number(tags.photometric, guessPhotometric(compression, samples));
  const colors = colorCounts[photometric];
  const isOtherInks =
    photometric === photometrics.inks && (number(tags.inkSet, 1) !== 1 || samples < 4);
  if (colors === undefined || isOtherInks)
    throw unsupported(`colors of kind ${photometric}`, 'tiff-colors');
  if (samples < colors) throw corrupt(`${samples} samples a pixel for colors of ${colors}`);
  const bits = readBits(file, directory, samples);
  const layout: Layout = {
    ...{ directory, width, height, bits, samples, photometric, colors, compression },
    kind: readKind(file, directory, bits),
    alpha: findAlpha(file, directory, samples - colors),
    predictor: number(tags.predictor, 1),
    isSeparate: samples > 1 && number(tags.planar, 1) === 2,
    isReversed: number(tags.fillOrder, 1) === 2,
    ...readChunks(file, directory, width, height),
    subsampling: readSampling(file, directory, photometric),
  };
  requireDecodable(layout);
  return layout;
}
