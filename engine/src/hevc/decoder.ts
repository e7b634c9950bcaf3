import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import { readHevcConfiguration } from '../heif/hevc-configuration.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import { bindExports, type Bound, type Signatures } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { BitReader } from '../bytes/bit-reader.ts';
import { nalTypes, readNalUnit, splitNalUnits } from './nal-units.ts';
import { ParameterSets } from './parameter-sets.ts';
import type { PictureParameters } from './picture-parameters.ts';
import type { SequenceParameters } from './sequence-parameters.ts';
import { readSliceHeader, type SliceHeader } from './slice-header.ts';

import * as F from './fields.ts';

/** The functions of assembly/hevc and their parameters; a test compares them with the sources. */
export const hevcSignatures = {
  fieldTable: [],
  scalingTable: [],
  startPicture: [],
  sliceBuffer: ['size'],
  decodeSlice: ['size'],
  continueSlice: [],
  isComplete: [],
  rowsDone: [],
  planePointer: ['component'],
  planeStride: ['component'],
} as const satisfies Signatures;

type HevcModule = Bound<typeof hevcSignatures>;

interface Configuration {
  lengthSize: number;
  sets: ParameterSets;
}

/** Luma samples by which a coded picture may exceed its item's size per side, to fill blocks. */
const maxPadding = 128;

/**
 * Receives a picture's progress: its first `rows` rows are final. The planes are views like those
 * of `decode`, and are valid only during the call.
 */
export type RowsDone = (planes: Planes, rows: number) => void;

const chromaFormats: ChromaFormat[] = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'];

/** Loads the decoder's code. A failed load is `code-not-loaded`, and the next call tries again. */
export async function loadHevcDecoder(): Promise<HevcDecoder> {
  return new HevcDecoder(await loadWasm('hevc-decoder'));
}

/**
 * Decodes HEVC still pictures (ITU-T H.265): intra pictures of the Main, Main 10 and Main Still
 * Picture profiles and of the range extensions up to 12 bits, in all chroma formats.
 */
export class HevcDecoder {
  readonly #module: WebAssembly.Module;
  #instance: HevcModule | null = null;
  /** Parameter sets of the latest configuration, which the tiles of a grid share. */
  #configuration: (Configuration & { bytes: Uint8Array }) | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Decodes the first picture in `data` (NAL units with length fields), with the parameter sets of
   * `hvcC`, the body of the item's configuration box. Applies the conformance window. The planes
   * are views into the decoder's memory, valid until its next call. `claimed` is the item's size: a
   * much bigger picture is `corrupt-file` before any work is done for it. `onRows` is called many
   * times, between rows of blocks; an exception from it ends the decoding.
   *
   * Throws `unsupported-feature` for what it does not support, named in `feature`, `corrupt-file`
   * for invalid data, `too-large` and `out-of-memory`. The decoder remains usable after any of
   * these.
   */
  decode(hvcC: Uint8Array, data: Uint8Array, claimed?: Size, onRows?: RowsDone): Planes {
    const configuration = this.#configurationOf(hvcC);
    try {
      return this.#decode(configuration, data, claimed, onRows);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      // A trap leaves the memory in an unknown state.
      this.#instance = null;
      throw new EngineError('corrupt-file', 'the HEVC decoder stopped', { cause: error });
    }
  }

  #configurationOf(hvcC: Uint8Array): Configuration {
    const known = this.#configuration;
    if (known && sameBytes(known.bytes, hvcC)) return known;
    const { lengthSize, nalUnits } = readHevcConfiguration(hvcC);
    const sets = new ParameterSets();
    for (const bytes of nalUnits) {
      const unit = readNalUnit(bytes);
      if (unit) sets.take(unit);
    }
    this.#configuration = { bytes: hvcC.slice(), lengthSize, sets };
    return this.#configuration;
  }

  #decode(
    { lengthSize, sets: configured }: Configuration,
    data: Uint8Array,
    claimed?: Size,
    onRows?: RowsDone,
  ): Planes {
    let sets = configured;
    const instance = (this.#instance ??= bindExports(
      new WebAssembly.Instance(this.#module).exports,
      hevcSignatures,
    ));
    let header: SliceHeader | null = null;
    for (const bytes of splitNalUnits(data, lengthSize)) {
      const unit = readNalUnit(bytes);
      if (!unit) continue;
      const { type } = unit;
      if (type <= nalTypes.lastSlice || (type >= nalTypes.firstIrap && type <= nalTypes.lastIrap)) {
        const next: SliceHeader = readSliceHeader(new BitReader(unit.payload), type, sets, header);
        if (next.isFirst) {
          if (header) break;
          if (claimed) requireClaimed(next.parameters.sequence, claimed);
          startPicture(instance, next.parameters, data.length);
        } else if (!header || next.parameters !== header.parameters) {
          throw new EngineError('corrupt-file', 'HEVC: a slice that belongs to no picture');
        }
        const { sequence } = next.parameters;
        decodeSlice(instance, next, unit.payload, () => {
          const rows = instance.rowsDone({}) - sequence.crop.top;
          if (onRows && rows > 0) onRows(viewPlanes(instance, sequence), rows);
        });
        header = next;
        if (instance.isComplete({})) break;
      } else if (type === nalTypes.sps || type === nalTypes.pps) {
        // Parameter sets inside the data apply to this picture only, and not to its later slices.
        if (header) continue;
        if (sets === configured) sets = configured.copy();
        sets.take(unit);
      } else if (header && type === nalTypes.endOfSequence) break;
    }
    if (!header) throw new EngineError('corrupt-file', 'HEVC: no picture in the data');
    if (!instance.isComplete({})) {
      throw new EngineError('corrupt-file', 'HEVC: a part of the picture is missing');
    }
    return viewPlanes(instance, header.parameters.sequence);
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function requireClaimed({ width, height }: SequenceParameters, claimed: Size): void {
  if (width > claimed.width + maxPadding || height > claimed.height + maxPadding) {
    throw new EngineError(
      'corrupt-file',
      `HEVC: a picture of ${width}x${height}, not ${claimed.width}x${claimed.height}`,
    );
  }
}

function startPicture(
  instance: HevcModule,
  parameters: PictureParameters,
  dataLength: number,
): void {
  const { sequence } = parameters;
  const { pcm, chromaFormat } = sequence;
  // Keeps a few bytes from claiming a huge picture's memory and time. Each CTB takes at least one
  // bit, because its intra mode is not arithmetically coded.
  const ctbs = parameters.tileColumns.at(-1)! * parameters.tileRows.at(-1)!;
  if (ctbs > dataLength * 8) {
    throw new EngineError('corrupt-file', 'HEVC: too little data for the picture');
  }
  const fields = new Int32Array(instance.memory.buffer, instance.fieldTable({}), F.FIELD_COUNT);
  fields.fill(0);
  const put = (index: number, value: number | boolean): void => {
    fields[index] = Number(value);
  };
  put(F.WIDTH, sequence.width);
  put(F.HEIGHT, sequence.height);
  put(F.CHROMA_ARRAY_TYPE, chromaFormat);
  put(F.BIT_DEPTH_LUMA, sequence.bitDepthLuma);
  // Without chroma, its bit depth is meaningless and must not widen the samples.
  put(F.BIT_DEPTH_CHROMA, chromaFormat === 0 ? sequence.bitDepthLuma : sequence.bitDepthChroma);
  put(F.LOG2_MIN_CB, sequence.log2MinCodingBlock);
  put(F.LOG2_CTB, sequence.log2Ctb);
  put(F.LOG2_MIN_TB, sequence.log2MinTransform);
  put(F.LOG2_MAX_TB, sequence.log2MaxTransform);
  put(F.MAX_TRANSFORM_DEPTH_INTRA, sequence.maxTransformDepthIntra);
  put(F.SCALING_LIST_ENABLED, sequence.scalingFactors !== null);
  if (pcm) {
    put(F.PCM_ENABLED, true);
    put(F.PCM_BIT_DEPTH_LUMA, pcm.bitDepthLuma);
    put(F.PCM_BIT_DEPTH_CHROMA, pcm.bitDepthChroma);
    put(F.LOG2_MIN_PCM, pcm.log2Min);
    put(F.LOG2_MAX_PCM, pcm.log2Max);
    put(F.PCM_LOOP_FILTER_DISABLED, pcm.loopFilterDisabled);
  }
  put(F.STRONG_INTRA_SMOOTHING, sequence.strongIntraSmoothing);
  put(F.SIGN_DATA_HIDING, parameters.signDataHiding);
  put(F.TRANSFORM_SKIP_ENABLED, parameters.transformSkip);
  put(F.LOG2_MAX_TRANSFORM_SKIP, parameters.log2MaxTransformSkip);
  put(F.CU_QP_DELTA_ENABLED, parameters.qpDeltaDepth !== null);
  put(F.DIFF_CU_QP_DELTA_DEPTH, parameters.qpDeltaDepth ?? 0);
  put(F.CB_QP_OFFSET, parameters.cbQpOffset);
  put(F.CR_QP_OFFSET, parameters.crQpOffset);
  put(F.TRANSQUANT_BYPASS_ENABLED, parameters.transquantBypass);
  put(F.ENTROPY_CODING_SYNC, parameters.wavefronts);
  put(F.TRANSFORM_SKIP_ROTATION, sequence.transformSkipRotation);
  put(F.TRANSFORM_SKIP_CONTEXT, sequence.transformSkipContext);
  put(F.IMPLICIT_RDPCM, sequence.implicitRdpcm);
  put(F.INTRA_SMOOTHING_DISABLED, sequence.intraSmoothingDisabled);
  put(F.PERSISTENT_RICE, sequence.persistentRice);
  put(F.CROSS_COMPONENT_PREDICTION, parameters.crossComponentPrediction);
  const offsets = parameters.chromaQpOffsets;
  if (offsets) {
    put(F.DIFF_CU_CHROMA_QP_OFFSET_DEPTH, offsets.depth);
    put(F.CHROMA_QP_OFFSET_COUNT, offsets.cb.length);
    fields.set(offsets.cb, F.CB_QP_OFFSET_LIST);
    fields.set(offsets.cr, F.CR_QP_OFFSET_LIST);
  }
  put(F.LOG2_SAO_OFFSET_SCALE_LUMA, parameters.log2SaoOffsetScaleLuma);
  put(F.LOG2_SAO_OFFSET_SCALE_CHROMA, parameters.log2SaoOffsetScaleChroma);
  put(F.LOOP_FILTER_ACROSS_TILES, parameters.loopFilterAcrossTiles);
  put(F.DEPENDENT_SLICES_ENABLED, parameters.dependentSlices);
  put(F.TILE_COLUMNS, parameters.tileColumns.length - 1);
  put(F.TILE_ROWS, parameters.tileRows.length - 1);
  fields.set(parameters.tileColumns, F.TILE_COLUMN_STARTS);
  fields.set(parameters.tileRows, F.TILE_ROW_STARTS);
  const scaling = sequence.scalingFactors && (parameters.scalingFactors ?? sequence.scalingFactors);
  if (scaling) {
    new Uint8Array(instance.memory.buffer, instance.scalingTable({}), scaling.length).set(scaling);
  }
  requireOk(instance.startPicture({}), 'a picture that cannot be laid out');
}

function outOfMemory(): never {
  throw new EngineError('out-of-memory', 'HEVC: no memory for the picture');
}

/** Throws the error for the module's status. */
function requireOk(status: number, complaint: string): void {
  if (status === F.STATUS_CORRUPT) throw new EngineError('corrupt-file', `HEVC: ${complaint}`);
  if (status === F.STATUS_OUT_OF_MEMORY) outOfMemory();
  if (status !== F.STATUS_OK) throw new Error(`the HEVC decoder answered ${status}`);
}

function decodeSlice(
  instance: HevcModule,
  header: SliceHeader,
  payload: Uint8Array,
  onRow: () => void,
): void {
  const { settings } = header;
  const data = payload.subarray(header.dataOffset);
  const buffer = instance.sliceBuffer({ size: data.length });
  if (buffer === 0) outOfMemory();
  new Uint8Array(instance.memory.buffer, buffer, data.length).set(data);
  const fields = new Int32Array(instance.memory.buffer, instance.fieldTable({}), F.FIELD_COUNT);
  fields[F.SLICE_SEGMENT_ADDRESS] = header.address;
  fields[F.SLICE_DEPENDENT] = Number(header.dependent);
  fields[F.SLICE_QP] = settings.qp;
  fields[F.SLICE_CB_QP_OFFSET] = settings.cbQpOffset;
  fields[F.SLICE_CR_QP_OFFSET] = settings.crQpOffset;
  fields[F.SLICE_CU_CHROMA_QP_OFFSET] = Number(settings.chromaQpOffsets);
  fields[F.SLICE_DEBLOCKING_DISABLED] = Number(settings.deblockingDisabled);
  fields[F.SLICE_BETA_OFFSET] = settings.betaOffset;
  fields[F.SLICE_TC_OFFSET] = settings.tcOffset;
  fields[F.SLICE_LOOP_FILTER_ACROSS] = Number(settings.loopFilterAcross);
  fields[F.SLICE_SAO_LUMA] = Number(settings.saoLuma);
  fields[F.SLICE_SAO_CHROMA] = Number(settings.saoChroma);
  let status = instance.decodeSlice({ size: data.length });
  while (status === F.STATUS_MORE) {
    onRow();
    status = instance.continueSlice({});
  }
  requireOk(status, 'slice data that is not valid');
}

function viewPlanes(instance: HevcModule, sequence: SequenceParameters): Planes {
  const { chromaFormat, crop, color } = sequence;
  const width = sequence.width - crop.left - crop.right;
  const height = sequence.height - crop.top - crop.bottom;
  const chromaBitDepth = chromaFormat === 0 ? sequence.bitDepthLuma : sequence.bitDepthChroma;
  const isWide = sequence.bitDepthLuma > 8 || chromaBitDepth > 8;
  const shiftX = chromaFormat === 1 || chromaFormat === 2 ? 1 : 0;
  const shiftY = chromaFormat === 1 ? 1 : 0;
  const planes: Planes['planes'] = [];
  const strides: number[] = [];
  for (let component = 0; component < (chromaFormat === 0 ? 1 : 3); component++) {
    const right = component === 0 ? 0 : shiftX;
    const down = component === 0 ? 0 : shiftY;
    const bytes = isWide ? 2 : 1;
    const stride = instance.planeStride({ component }) / bytes;
    const rows = (height + down) >> down;
    const columns = (width + right) >> right;
    const first = (crop.top >> down) * stride + (crop.left >> right);
    const start = instance.planePointer({ component }) + first * bytes;
    const length = (rows - 1) * stride + columns;
    planes.push(
      isWide
        ? new Uint16Array(instance.memory.buffer, start, length)
        : new Uint8Array(instance.memory.buffer, start, length),
    );
    strides.push(stride);
  }
  return {
    width,
    height,
    chroma: chromaFormats[chromaFormat]!,
    bitDepth: sequence.bitDepthLuma,
    chromaBitDepth,
    planes,
    strides,
    ...(color && { color }),
  };
}
