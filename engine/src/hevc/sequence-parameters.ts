import { EngineError, type HevcFeature } from '../errors.ts';
import type { Cicp } from '../planes/planes.ts';
import type { BitReader } from '../bytes/bit-reader.ts';
import { defaultScalingFactors, readScalingFactors } from './scaling-lists.ts';

/**
 * The parts of a sequence parameter set (ITU-T H.265 7.3.2.2) that a still needs, named as there.
 */
export interface SequenceParameters {
  chromaFormat: 0 | 1 | 2 | 3;
  width: number;
  height: number;
  /** Conformance window: luma samples to cut off at each side. */
  crop: { left: number; right: number; top: number; bottom: number };
  bitDepthLuma: number;
  bitDepthChroma: number;
  log2MaxPictureOrder: number;
  log2MinCodingBlock: number;
  log2Ctb: number;
  log2MinTransform: number;
  log2MaxTransform: number;
  maxTransformDepthIntra: number;
  /** `null` when scaling lists are off. */
  scalingFactors: Uint8Array | null;
  sao: boolean;
  pcm: {
    bitDepthLuma: number;
    bitDepthChroma: number;
    log2Min: number;
    log2Max: number;
    loopFilterDisabled: boolean;
  } | null;
  /** NumDeltaPocs of each short-term reference picture set. */
  referenceSets: number[];
  longTermPictures: { count: number } | null;
  temporalMotion: boolean;
  strongIntraSmoothing: boolean;
  transformSkipRotation: boolean;
  transformSkipContext: boolean;
  implicitRdpcm: boolean;
  intraSmoothingDisabled: boolean;
  persistentRice: boolean;
  color: Cicp | null;
}

/** Largest picture size. The HEVC levels end below it (A.4.1). */
const maxSide = 16384;
const maxSamples = 2 ** 28;

export function refuseHevc(feature: HevcFeature): never {
  throw new EngineError('unsupported-feature', `HEVC: ${feature} is not supported`, { feature });
}

function corrupt(what: string): never {
  throw new EngineError('corrupt-file', `HEVC: ${what}`);
}

/** profile_tier_level, 7.3.3: does not affect how a still is decoded. */
function skipProfileTierLevel(reader: BitReader, subLayers: number): void {
  reader.skip(88 + 8);
  const present: { profile: boolean; level: boolean }[] = [];
  for (let i = 0; i < subLayers; i++) {
    present.push({ profile: reader.flag(), level: reader.flag() });
  }
  if (subLayers > 0) reader.skip(2 * (8 - subLayers));
  for (const { profile, level } of present) reader.skip((profile ? 88 : 0) + (level ? 8 : 0));
}

/**
 * st_ref_pic_set, 7.3.7. Only its size matters, for sets predicted from it. `sets` are the ones
 * before it; only a slice header states which of them it is predicted from.
 */
export function readReferenceSet(
  reader: BitReader,
  sets: readonly number[],
  inSlice: boolean,
): number {
  const index = sets.length;
  if (index > 0 && reader.flag()) {
    const delta = inSlice ? reader.unsigned(index - 1) + 1 : 1;
    reader.skip(1);
    reader.unsigned(32767);
    let count = 0;
    const before = sets[index - delta]!;
    for (let i = 0; i <= before; i++) {
      const used = reader.flag();
      if (used || reader.flag()) count++;
    }
    return count;
  }
  const negative = reader.unsigned(16);
  const positive = reader.unsigned(16);
  for (let i = 0; i < negative + positive; i++) {
    reader.unsigned(32767);
    reader.skip(1);
  }
  return negative + positive;
}

/** hrd_parameters, E.2.2 */
function skipHrd(reader: BitReader, subLayers: number): void {
  const nal = reader.flag();
  const vcl = reader.flag();
  let subPicture = false;
  if (nal || vcl) {
    subPicture = reader.flag();
    if (subPicture) reader.skip(8 + 5 + 1 + 5);
    reader.skip(8);
    if (subPicture) reader.skip(4);
    reader.skip(15);
  }
  for (let i = 0; i <= subLayers; i++) {
    const fixedGeneral = reader.flag();
    const fixedWithin = fixedGeneral || reader.flag();
    let lowDelay = false;
    let count = 1;
    if (fixedWithin) reader.unsigned(2047);
    else lowDelay = reader.flag();
    if (!lowDelay) count = reader.unsigned(31) + 1;
    for (let kind = 0; kind < (nal ? 1 : 0) + (vcl ? 1 : 0); kind++) {
      for (let j = 0; j < count; j++) {
        reader.unsigned();
        reader.unsigned();
        if (subPicture) {
          reader.unsigned();
          reader.unsigned();
        }
        reader.skip(1);
      }
    }
  }
}

/** vui_parameters, E.2.1 */
function readVui(reader: BitReader, subLayers: number): Cicp | null {
  let color: Cicp | null = null;
  if (reader.flag() && reader.bits(8) === 255) reader.skip(32);
  if (reader.flag()) reader.skip(1);
  if (reader.flag()) {
    reader.skip(3);
    color = { fullRange: reader.flag(), primaries: 2, transfer: 2, matrix: 2 };
    if (reader.flag()) {
      color.primaries = reader.bits(8);
      color.transfer = reader.bits(8);
      color.matrix = reader.bits(8);
    }
  }
  if (reader.flag()) {
    reader.unsigned(5);
    reader.unsigned(5);
  }
  reader.skip(3);
  // The default display window is only a hint, which still decoders ignore.
  if (reader.flag()) for (let i = 0; i < 4; i++) reader.unsigned();
  if (reader.flag()) {
    reader.skip(64);
    if (reader.flag()) reader.unsigned();
    if (reader.flag()) skipHrd(reader, subLayers);
  }
  if (reader.flag()) {
    reader.skip(3);
    for (let i = 0; i < 5; i++) reader.unsigned();
  }
  return color;
}

function readDepth(reader: BitReader): number {
  const depth = reader.unsigned(8) + 8;
  if (depth > 12) refuseHevc(`hevc-bit-depth-${depth}`);
  return depth;
}

/** seq_parameter_set_rbsp: returns its id and contents. */
export function readSequenceParameters(reader: BitReader): [number, SequenceParameters] {
  reader.skip(4);
  const subLayers = reader.bits(3);
  reader.skip(1);
  skipProfileTierLevel(reader, subLayers);
  const id = reader.unsigned(15);
  const chromaFormat = reader.unsigned(3) as SequenceParameters['chromaFormat'];
  if (chromaFormat === 3 && reader.flag()) refuseHevc('hevc-separate-color-planes');
  const width = reader.unsigned();
  const height = reader.unsigned();
  const crop = { left: 0, right: 0, top: 0, bottom: 0 };
  if (reader.flag()) {
    const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
    const unitY = chromaFormat === 1 ? 2 : 1;
    crop.left = reader.unsigned(maxSide) * unitX;
    crop.right = reader.unsigned(maxSide) * unitX;
    crop.top = reader.unsigned(maxSide) * unitY;
    crop.bottom = reader.unsigned(maxSide) * unitY;
  }
  const bitDepthLuma = readDepth(reader);
  const bitDepthChroma = readDepth(reader);
  const log2MaxPictureOrder = reader.unsigned(12) + 4;
  const ordering = reader.flag();
  for (let i = ordering ? 0 : subLayers; i <= subLayers; i++) {
    for (let j = 0; j < 3; j++) reader.unsigned();
  }
  const log2MinCodingBlock = reader.unsigned(3) + 3;
  const log2Ctb = log2MinCodingBlock + reader.unsigned(3);
  const log2MinTransform = reader.unsigned(3) + 2;
  const log2MaxTransform = log2MinTransform + reader.unsigned(3);
  reader.unsigned(4);
  const maxTransformDepthIntra = reader.unsigned(4);

  if (width === 0 || height === 0) corrupt('a picture without size');
  if (width > maxSide || height > maxSide || width * height > maxSamples) {
    throw new EngineError('too-large', `HEVC: a picture of ${width} x ${height}`);
  }
  const unit = 1 << log2MinCodingBlock;
  if (
    log2Ctb < 4 ||
    log2Ctb > 6 ||
    log2MinTransform >= log2MinCodingBlock ||
    log2MaxTransform > Math.min(log2Ctb, 5) ||
    maxTransformDepthIntra > log2Ctb - log2MinTransform ||
    width % unit !== 0 ||
    height % unit !== 0
  ) {
    corrupt('block sizes that do not fit');
  }
  if (crop.left + crop.right >= width || crop.top + crop.bottom >= height) {
    corrupt('a conformance window outside the picture');
  }

  let scalingFactors: Uint8Array | null = null;
  if (reader.flag()) {
    scalingFactors = reader.flag()
      ? readScalingFactors(reader, chromaFormat === 3)
      : defaultScalingFactors(chromaFormat === 3);
  }
  reader.skip(1);
  const sao = reader.flag();
  let pcm: SequenceParameters['pcm'] = null;
  if (reader.flag()) {
    const pcmLuma = reader.bits(4) + 1;
    const pcmChroma = reader.bits(4) + 1;
    const log2Min = reader.unsigned(2) + 3;
    const log2Max = log2Min + reader.unsigned(2);
    if (pcmLuma > bitDepthLuma || pcmChroma > bitDepthChroma || log2Max > Math.min(log2Ctb, 5)) {
      corrupt('PCM parameters out of range');
    }
    pcm = {
      bitDepthLuma: pcmLuma,
      bitDepthChroma: pcmChroma,
      log2Min,
      log2Max,
      loopFilterDisabled: reader.flag(),
    };
  }
  const setCount = reader.unsigned(64);
  const referenceSets: number[] = [];
  for (let i = 0; i < setCount; i++)
    referenceSets.push(readReferenceSet(reader, referenceSets, false));
  let longTermPictures: SequenceParameters['longTermPictures'] = null;
  if (reader.flag()) {
    longTermPictures = { count: reader.unsigned(32) };
    reader.skip(longTermPictures.count * (log2MaxPictureOrder + 1));
  }
  const temporalMotion = reader.flag();
  const strongIntraSmoothing = reader.flag();
  const color = reader.flag() ? readVui(reader, subLayers) : null;

  const range = { rotation: false, context: false, rdpcm: false, smoothing: false, rice: false };
  if (reader.flag()) {
    const rangeExtension = reader.flag();
    reader.skip(2);
    const screenContent = reader.flag();
    reader.skip(4);
    if (rangeExtension) {
      range.rotation = reader.flag();
      range.context = reader.flag();
      range.rdpcm = reader.flag();
      reader.skip(1); // explicit_rdpcm_enabled_flag is for inter prediction
      if (reader.flag()) refuseHevc('hevc-extended-precision');
      range.smoothing = reader.flag();
      reader.skip(1); // high_precision_offsets_enabled_flag likewise
      range.rice = reader.flag();
      if (reader.flag()) refuseHevc('hevc-cabac-bypass-alignment');
    }
    if (screenContent) refuseHevc('hevc-screen-content');
  }
  return [
    id,
    {
      chromaFormat,
      width,
      height,
      crop,
      bitDepthLuma,
      bitDepthChroma,
      log2MaxPictureOrder,
      log2MinCodingBlock,
      log2Ctb,
      log2MinTransform,
      log2MaxTransform,
      maxTransformDepthIntra,
      scalingFactors,
      sao,
      pcm,
      referenceSets,
      longTermPictures,
      temporalMotion,
      strongIntraSmoothing,
      transformSkipRotation: range.rotation,
      transformSkipContext: range.context,
      implicitRdpcm: range.rdpcm,
      intraSmoothingDisabled: range.smoothing,
      persistentRice: range.rice,
      color,
    },
  ];
}
