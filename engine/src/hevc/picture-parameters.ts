import * as F from './fields.ts';
import { EngineError } from '../errors.ts';
import type { BitReader } from '../bytes/bit-reader.ts';
import { readScalingFactors } from './scaling-lists.ts';
import { refuseHevc, type SequenceParameters } from './sequence-parameters.ts';

/**
 * The parts of a picture parameter set (ITU-T H.265 7.3.2.3) that a still needs, named as there.
 */
export interface PictureParameters {
  sequence: SequenceParameters;
  dependentSlices: boolean;
  outputFlagPresent: boolean;
  extraSliceHeaderBits: number;
  signDataHiding: boolean;
  initQp: number;
  transformSkip: boolean;
  log2MaxTransformSkip: number;
  /** `null` when cu_qp_delta is off. */
  qpDeltaDepth: number | null;
  cbQpOffset: number;
  crQpOffset: number;
  sliceChromaQpOffsets: boolean;
  transquantBypass: boolean;
  /** First CTB of each tile column and row, then the picture's size in CTBs. */
  tileColumns: number[];
  tileRows: number[];
  tiles: boolean;
  loopFilterAcrossTiles: boolean;
  wavefronts: boolean;
  loopFilterAcrossSlices: boolean;
  deblockingOverride: boolean;
  deblockingDisabled: boolean;
  betaOffset: number;
  tcOffset: number;
  /** Overrides the sequence's. */
  scalingFactors: Uint8Array | null;
  sliceHeaderExtension: boolean;
  crossComponentPrediction: boolean;
  chromaQpOffsets: { depth: number; cb: number[]; cr: number[] } | null;
  log2SaoOffsetScaleLuma: number;
  log2SaoOffsetScaleChroma: number;
}

/** First CTB of each tile along one side: evenly spaced (6.5.1) or from given sizes. */
function readTileStarts(sizes: number[] | null, count: number, inCtbs: number): number[] {
  const starts = [0];
  for (let i = 1; i < count; i++) {
    starts.push(sizes ? starts[i - 1]! + sizes[i - 1]! : Math.floor((i * inCtbs) / count));
  }
  if (starts[count - 1]! >= inCtbs) {
    throw new EngineError('corrupt-file', 'HEVC: tiles outside the picture');
  }
  return [...starts, inCtbs];
}

/** pic_parameter_set_rbsp */
export function readPictureParameters(
  reader: BitReader,
  sequences: ReadonlyMap<number, SequenceParameters>,
): PictureParameters {
  reader.unsigned(63);
  const sequence = sequences.get(reader.unsigned(15));
  if (!sequence) throw new EngineError('corrupt-file', 'HEVC: a missing sequence parameter set');
  const dependentSlices = reader.flag();
  const outputFlagPresent = reader.flag();
  const extraSliceHeaderBits = reader.bits(3);
  const signDataHiding = reader.flag();
  reader.skip(1);
  reader.unsigned(14);
  reader.unsigned(14);
  const initQp = 26 + reader.signed(-(26 + 6 * (sequence.bitDepthLuma - 8)), 25);
  reader.skip(1); // Constrained intra prediction makes no difference where all is intra.
  const transformSkip = reader.flag();
  const log2CtbMinusMin = sequence.log2Ctb - sequence.log2MinCodingBlock;
  const qpDeltaDepth = reader.flag() ? reader.unsigned(log2CtbMinusMin) : null;
  const cbQpOffset = reader.signed(-12, 12);
  const crQpOffset = reader.signed(-12, 12);
  const sliceChromaQpOffsets = reader.flag();
  reader.skip(2);
  const transquantBypass = reader.flag();
  const tiles = reader.flag();
  const wavefronts = reader.flag();

  const ctb = 1 << sequence.log2Ctb;
  const widthInCtbs = Math.ceil(sequence.width / ctb);
  const heightInCtbs = Math.ceil(sequence.height / ctb);
  let tileColumns = [0, widthInCtbs];
  let tileRows = [0, heightInCtbs];
  let loopFilterAcrossTiles = true;
  if (tiles) {
    const columns = reader.unsigned(F.MAX_TILE_COLUMNS - 1) + 1;
    const rows = reader.unsigned(F.MAX_TILE_ROWS - 1) + 1;
    let widths: number[] | null = null;
    let heights: number[] | null = null;
    if (!reader.flag()) {
      widths = Array.from({ length: columns - 1 }, () => reader.unsigned(widthInCtbs) + 1);
      heights = Array.from({ length: rows - 1 }, () => reader.unsigned(heightInCtbs) + 1);
    }
    if (columns > widthInCtbs || rows > heightInCtbs) {
      throw new EngineError('corrupt-file', 'HEVC: more tiles than blocks');
    }
    tileColumns = readTileStarts(widths, columns, widthInCtbs);
    tileRows = readTileStarts(heights, rows, heightInCtbs);
    loopFilterAcrossTiles = reader.flag();
  }
  const loopFilterAcrossSlices = reader.flag();
  let deblockingOverride = false;
  let deblockingDisabled = false;
  let betaOffset = 0;
  let tcOffset = 0;
  if (reader.flag()) {
    deblockingOverride = reader.flag();
    deblockingDisabled = reader.flag();
    if (!deblockingDisabled) {
      betaOffset = reader.signed(-6, 6);
      tcOffset = reader.signed(-6, 6);
    }
  }
  const scalingFactors = reader.flag()
    ? readScalingFactors(reader, sequence.chromaFormat === 3)
    : null;
  reader.skip(1);
  reader.unsigned(4);
  const sliceHeaderExtension = reader.flag();

  let log2MaxTransformSkip = 2;
  let crossComponentPrediction = false;
  let chromaQpOffsets: PictureParameters['chromaQpOffsets'] = null;
  let log2SaoOffsetScaleLuma = 0;
  let log2SaoOffsetScaleChroma = 0;
  if (reader.flag()) {
    const rangeExtension = reader.flag();
    reader.skip(2);
    const screenContent = reader.flag();
    reader.skip(4);
    if (rangeExtension) {
      if (transformSkip) log2MaxTransformSkip = reader.unsigned(3) + 2;
      crossComponentPrediction = reader.flag();
      if (reader.flag()) {
        const depth = reader.unsigned(log2CtbMinusMin);
        const count = reader.unsigned(5) + 1;
        chromaQpOffsets = { depth, cb: [], cr: [] };
        for (let i = 0; i < count; i++) {
          chromaQpOffsets.cb.push(reader.signed(-12, 12));
          chromaQpOffsets.cr.push(reader.signed(-12, 12));
        }
      }
      log2SaoOffsetScaleLuma = reader.unsigned(Math.max(0, sequence.bitDepthLuma - 10));
      log2SaoOffsetScaleChroma = reader.unsigned(Math.max(0, sequence.bitDepthChroma - 10));
    }
    if (screenContent) refuseHevc('hevc-screen-content');
  }
  return {
    sequence,
    dependentSlices,
    outputFlagPresent,
    extraSliceHeaderBits,
    signDataHiding,
    initQp,
    transformSkip,
    log2MaxTransformSkip,
    qpDeltaDepth,
    cbQpOffset,
    crQpOffset,
    sliceChromaQpOffsets,
    transquantBypass,
    tileColumns,
    tileRows,
    tiles,
    loopFilterAcrossTiles,
    wavefronts,
    loopFilterAcrossSlices,
    deblockingOverride,
    deblockingDisabled,
    betaOffset,
    tcOffset,
    scalingFactors,
    sliceHeaderExtension,
    crossComponentPrediction: crossComponentPrediction && sequence.chromaFormat === 3,
    chromaQpOffsets: sequence.chromaFormat === 0 ? null : chromaQpOffsets,
    log2SaoOffsetScaleLuma,
    log2SaoOffsetScaleChroma,
  };
}
