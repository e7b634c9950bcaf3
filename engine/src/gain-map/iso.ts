import { joinBytes } from '../bytes/join.ts';
import { readI32, readU16, readU32, readU8, sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { isSingleChannel, type GainMapMetadata, type PerChannel } from './metadata.ts';

/** What the payload of a JPEG's APP2 starts with that carries this structure. */
export const isoMark = 'urn:iso:std:iso:ts:21496:-1\0';

/** The payload in the primary picture: versions alone, which say that a gain map follows. */
export const isoVersions = new Uint8Array(4);

const flags = {
  threeChannels: 0x80,
  baseColors: 0x40,
  commonDenominator: 0x08,
  /** Of drafts: the picture is the HDR one, which later is said by the headrooms alone. */
  backward: 0x04,
} as const;

function divide(numerator: number, denominator: number): number {
  if (denominator === 0) throw new EngineError('corrupt-file', 'a gain map divides by zero');
  return numerator / denominator;
}

/**
 * Reads the structure of ISO 21496-1, C.2. `null` when it is of a version that is not known, or says that
 * the picture is the HDR one; bytes behind it belong to later versions. Throws `corrupt-file` when it is cut short or divides by zero.
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

/** The body of a `tmap` item: a version byte, then the structure. Else like `readIsoMetadata`. */
export function readToneMapItem(data: Uint8Array): GainMapMetadata | null {
  return readU8(sliceOf(data)) === 0 ? readIsoMetadata(data.subarray(1)) : null;
}

/** Every number is written as so many millionths, which is how cameras do it. */
const denominator = 1_000_000;

/** Numbers of 32 bits, each with its denominator; negative ones as their two's complement. */
function fractions(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setInt32(index * 8, Math.round(value * denominator));
    view.setUint32(index * 8 + 4, denominator);
  });
  return bytes;
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
