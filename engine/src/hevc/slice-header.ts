import { EngineError } from '../errors.ts';
import type { BitReader } from '../bytes/bit-reader.ts';
import { nalTypes } from './nal-units.ts';
import type { ParameterSets } from './parameter-sets.ts';
import type { PictureParameters } from './picture-parameters.ts';
import { readReferenceSet, refuseHevc } from './sequence-parameters.ts';

/** The parts of a slice header (ITU-T H.265 7.3.6.1) that dependent segments inherit. */
interface SliceSettings {
  qp: number;
  cbQpOffset: number;
  crQpOffset: number;
  chromaQpOffsets: boolean;
  deblockingDisabled: boolean;
  betaOffset: number;
  tcOffset: number;
  loopFilterAcross: boolean;
  saoLuma: boolean;
  saoChroma: boolean;
}

export interface SliceHeader {
  isFirst: boolean;
  parameters: PictureParameters;
  dependent: boolean;
  /** Address of the segment's first CTB, in raster order. */
  address: number;
  settings: SliceSettings;
  /** Offset of the slice data in the payload. */
  dataOffset: number;
}

function sequenceSize(parameters: PictureParameters): number {
  return parameters.tileColumns.at(-1)! * parameters.tileRows.at(-1)!;
}

/** Reads a slice segment's header. `before` is the previous segment's, if any. */
export function readSliceHeader(
  reader: BitReader,
  nalType: number,
  sets: ParameterSets,
  before: SliceHeader | null,
): SliceHeader {
  const isFirst = reader.flag();
  if (nalType >= nalTypes.firstIrap && nalType <= nalTypes.lastReservedIrap) reader.skip(1);
  const parameters = sets.picture(reader.unsigned(63));
  if (!parameters) throw new EngineError('corrupt-file', 'HEVC: a missing picture parameter set');
  let dependent = false;
  let address = 0;
  if (!isFirst) {
    if (parameters.dependentSlices) dependent = reader.flag();
    const ctbs = sequenceSize(parameters);
    address = reader.bits(Math.ceil(Math.log2(ctbs)));
    if (address >= ctbs) throw new EngineError('corrupt-file', 'HEVC: a slice outside the picture');
  }
  let settings: SliceSettings;
  if (dependent) {
    if (!before) throw new EngineError('corrupt-file', 'HEVC: a slice without its beginning');
    settings = before.settings;
  } else {
    settings = readSettings(reader, nalType, parameters);
  }
  if (parameters.tiles || parameters.wavefronts) {
    const count = reader.unsigned(sequenceSize(parameters));
    // Entry points are not needed: each part starts where the previous one ends.
    if (count > 0) reader.skip((reader.unsigned(31) + 1) * count);
  }
  if (parameters.sliceHeaderExtension) reader.skip(8 * reader.unsigned(256));
  if (!reader.flag()) throw new EngineError('corrupt-file', 'HEVC: a slice header does not end');
  const dataOffset = (reader.position + 7) >> 3;
  return { isFirst, parameters, dependent, address, settings, dataOffset };
}

function readSettings(
  reader: BitReader,
  nalType: number,
  parameters: PictureParameters,
): SliceSettings {
  const { sequence } = parameters;
  const hasChroma = sequence.chromaFormat !== 0;
  reader.skip(parameters.extraSliceHeaderBits);
  if (reader.unsigned(2) !== 2) refuseHevc('hevc-inter-slice');
  if (parameters.outputFlagPresent) reader.skip(1);
  if (nalType !== nalTypes.idr && nalType !== nalTypes.idrWithLeading) {
    skipReferences(reader, parameters);
  }
  let saoLuma = false;
  let saoChroma = false;
  if (sequence.sao) {
    saoLuma = reader.flag();
    if (hasChroma) saoChroma = reader.flag();
  }
  const depthOffset = 6 * (sequence.bitDepthLuma - 8);
  const qp = parameters.initQp + reader.signed(-104, 104);
  if (qp < -depthOffset || qp > 51) {
    throw new EngineError('corrupt-file', 'HEVC: a slice QP out of range');
  }
  const cbQpOffset = parameters.sliceChromaQpOffsets ? reader.signed(-12, 12) : 0;
  const crQpOffset = parameters.sliceChromaQpOffsets ? reader.signed(-12, 12) : 0;
  const chromaQpOffsets = parameters.chromaQpOffsets !== null && reader.flag();
  let { deblockingDisabled, betaOffset, tcOffset } = parameters;
  if (parameters.deblockingOverride && reader.flag()) {
    deblockingDisabled = reader.flag();
    if (!deblockingDisabled) {
      betaOffset = reader.signed(-6, 6);
      tcOffset = reader.signed(-6, 6);
    }
  }
  let loopFilterAcross = parameters.loopFilterAcrossSlices;
  if (loopFilterAcross && (saoLuma || saoChroma || !deblockingDisabled)) {
    loopFilterAcross = reader.flag();
  }
  return {
    qp,
    cbQpOffset,
    crQpOffset,
    chromaQpOffsets,
    deblockingDisabled,
    betaOffset,
    tcOffset,
    loopFilterAcross,
    saoLuma,
    saoChroma,
  };
}

/** Skips the fields about picture order and reference pictures. */
function skipReferences(reader: BitReader, { sequence }: PictureParameters): void {
  reader.skip(sequence.log2MaxPictureOrder);
  const setCount = sequence.referenceSets.length;
  if (!reader.flag()) readReferenceSet(reader, sequence.referenceSets, true);
  else if (setCount > 1) reader.skip(Math.ceil(Math.log2(setCount)));
  if (sequence.longTermPictures) {
    const { count } = sequence.longTermPictures;
    const fromSequence = count > 0 ? reader.unsigned(count) : 0;
    const own = reader.unsigned(33);
    for (let i = 0; i < fromSequence + own; i++) {
      if (i < fromSequence) reader.skip(count > 1 ? Math.ceil(Math.log2(count)) : 0);
      else reader.skip(sequence.log2MaxPictureOrder + 1);
      if (reader.flag()) reader.unsigned();
    }
  }
  if (sequence.temporalMotion) reader.skip(1);
}
