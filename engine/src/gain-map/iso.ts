import { bytesOfU32 } from '../bytes/big-endian.ts';
import { joinBytes } from '../bytes/join.ts';
import { readI32, readU16, readU32, readU8, sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { isSingleChannel, type GainMapMetadata, type PerChannel } from './metadata.ts';

/** Start of the payload of a JPEG's APP2 with this structure. */
export const isoMark = 'urn:iso:std:iso:ts:21496:-1\0';

/** Payload in the primary picture: only versions, which announce a gain map. */
export const isoVersions = new Uint8Array(4);

const flags = {
  threeChannels: 0x80,
  baseColors: 0x40,
  commonDenominator: 0x08,
  /**
   * From drafts: the base is the HDR picture. Later versions express that only by the headrooms.
   */
  backward: 0x04,
} as const;

function divide(numerator: number, denominator: number): number {
  if (denominator === 0) throw new EngineError('corrupt-file', 'a gain map divides by zero');
  return numerator / denominator;
}

/**
 * Reads the structure of ISO 21496-1, C.2. `null` when its version is unknown, or the base is the
 * HDR picture. Ignores bytes after it, which belong to later versions. Throws `corrupt-file` when
 * it is truncated or divides by zero.
 */
export function readIsoMetadata(bytes: Uint8Array): GainMapMetadata | null {
  const slice = sliceOf(bytes);
  const minimumVersion = readU16(slice);
  if (minimumVersion !== 0) return null;
  readU16(slice);
  const bits = readU8(slice);
  if ((bits & flags.backward) !== 0) return null;
  const common = (bits & flags.commonDenominator) === 0 ? null : readU32(slice);
  const fraction = (readNumerator: (from: Slice) => number): number =>
    divide(readNumerator(slice), common ?? readU32(slice));
  const baseHeadroom = fraction(readU32);
  const alternateHeadroom = fraction(readU32);
  const channels = Array.from({ length: (bits & flags.threeChannels) === 0 ? 1 : 3 }, () => ({
    min: fraction(readI32),
    max: fraction(readI32),
    gamma: fraction(readU32),
    baseOffset: fraction(readI32),
    alternateOffset: fraction(readI32),
  }));
  const [red, green = red, blue = red] = channels;
  const of = (name: keyof (typeof channels)[number]): PerChannel => [
    red![name],
    green![name],
    blue![name],
  ];
  return {
    min: of('min'),
    max: of('max'),
    gamma: of('gamma'),
    baseOffset: of('baseOffset'),
    alternateOffset: of('alternateOffset'),
    baseHeadroom,
    alternateHeadroom,
    inBaseColors: (bits & flags.baseColors) !== 0,
  };
}

/**
 * Reads a `tmap` item's body: a version byte, then the structure. Otherwise like `readIsoMetadata`.
 */
export function readToneMapItem(data: Uint8Array): GainMapMetadata | null {
  return readU8(sliceOf(data)) === 0 ? readIsoMetadata(data.subarray(1)) : null;
}

/** All numbers are written in millionths, as cameras do. */
const denominator = 1_000_000;

/** 32-bit numbers, each followed by its denominator. Negative ones in two's complement. */
function fractions(values: readonly number[]): Uint8Array {
  return bytesOfU32(...values.flatMap((value) => [Math.round(value * denominator), denominator]));
}

/** Writes the structure that `readIsoMetadata` reads. */
export function writeIsoMetadata(metadata: GainMapMetadata): Uint8Array<ArrayBuffer> {
  const { min, max, gamma, baseOffset, alternateOffset } = metadata;
  const single = isSingleChannel(metadata);
  const bits = (single ? 0 : flags.threeChannels) | (metadata.inBaseColors ? flags.baseColors : 0);
  const channels = (single ? [0] : [0, 1, 2]).flatMap((channel) =>
    [min, max, gamma, baseOffset, alternateOffset].map((values) => values[channel]!),
  );
  return joinBytes([
    isoVersions,
    Uint8Array.of(bits),
    fractions([metadata.baseHeadroom, metadata.alternateHeadroom, ...channels]),
  ]);
}
