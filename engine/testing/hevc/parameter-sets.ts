import { seededRandom } from '../mutate.ts';
import { BitWriter, nalUnit } from './bit-writer.ts';
import type { RandomParameters } from './random-parameters.ts';

/** sps_max_sub_layers_minus1 */
function subLayersOf(p: RandomParameters): number {
  return p.wordy ? 2 : 0;
}

/** profile_tier_level, 7.3.3, and the order of pictures for each sub-layer. */
function writeProfile(writer: BitWriter, p: RandomParameters): void {
  // Format range extensions profile; level 4.1, because HM refuses CTBs of 16 from level 5 on.
  const writeGeneral = (): void => {
    writer.bits(4, 8);
    writer.bits(2 ** 27, 32);
    writer.bits(0b1001, 4);
    writer.bits(0, 44);
  };
  writeGeneral();
  writer.bits(123, 8);
  if (subLayersOf(p) === 0) return;
  // The first sub-layer has a profile and a level of its own, the second a level.
  writer.bits(0b11_01, 4);
  writer.bits(0, 2 * (8 - subLayersOf(p)));
  writeGeneral();
  writer.bits(93, 8);
  writer.bits(120, 8);
}

function writeOrdering(writer: BitWriter, p: RandomParameters): void {
  writer.flag(true);
  for (let layer = 0; layer <= subLayersOf(p); layer++) {
    for (const value of [1, 0, 0]) writer.unsigned(value);
  }
}

/** Tools that the decoder refuses by name. Nothing but the sets can be written with them. */
export const refusedTools = [
  'extended-precision',
  'cabac-bypass-alignment',
  'screen-content',
  'separate-color-planes',
] as const;

type RefusedTool = (typeof refusedTools)[number];

/** The video, sequence and picture parameter sets that announce a choice of tools, 7.3.2. */
export function writeParameterSets(
  parameters: RandomParameters,
  refused?: RefusedTool,
): Uint8Array[] {
  const video = new BitWriter();
  video.bits(0b0000_11_000000, 12);
  video.bits(subLayersOf(parameters), 3);
  video.flag(true);
  video.bits(0xffff, 16);
  writeProfile(video, parameters);
  writeOrdering(video, parameters);
  video.bits(0, 6);
  video.unsigned(0);
  video.bits(0, 2);
  video.stop();
  return [
    nalUnit(32, video.bytes()),
    nalUnit(33, sequenceParameterSet(parameters, refused)),
    nalUnit(34, pictureParameterSet(parameters)),
  ];
}

function sequenceParameterSet(p: RandomParameters, refused?: RefusedTool): Uint8Array {
  const w = new BitWriter();
  w.bits(0, 4);
  w.bits(subLayersOf(p), 3);
  w.flag(true);
  writeProfile(w, p);
  w.unsigned(0);
  w.unsigned(p.chroma);
  if (p.chroma === 3) w.flag(refused === 'separate-color-planes');
  w.unsigned(p.width);
  w.unsigned(p.height);
  const cropped = p.crop.some((distance) => distance > 0);
  w.flag(cropped);
  if (cropped) for (const distance of p.crop) w.unsigned(distance);
  w.unsigned(p.depthLuma - 8);
  w.unsigned(p.depthChroma - 8);
  w.unsigned(4);
  writeOrdering(w, p);
  w.unsigned(p.log2MinCb - 3);
  w.unsigned(p.log2Ctb - p.log2MinCb);
  w.unsigned(p.log2MinTb - 2);
  w.unsigned(p.log2MaxTb - p.log2MinTb);
  w.unsigned(0);
  w.unsigned(p.maxDepth);
  w.flag(p.scalingLists !== null);
  if (p.scalingLists) {
    w.flag(p.scalingLists === 'sequence');
    if (p.scalingLists === 'sequence') writeScalingLists(w, p);
  }
  w.flag(false);
  w.flag(p.sao);
  w.flag(p.pcm !== null);
  if (p.pcm) {
    w.bits(p.pcm.luma - 1, 4);
    w.bits(p.pcm.chroma - 1, 4);
    w.unsigned(p.pcm.log2Min - 3);
    w.unsigned(p.pcm.log2Max - p.pcm.log2Min);
    w.flag(p.pcm.unfiltered);
  }
  w.unsigned(0);
  w.bits(0, 2);
  w.flag(p.strongSmoothing);
  w.flag(false);
  w.flag(true);
  w.bits(refused === 'screen-content' ? 0b1001_0000 : 0b1000_0000, 8);
  w.flag(p.rotation);
  w.flag(p.skipContext);
  w.flag(p.rdpcm);
  w.flag(false);
  w.flag(refused === 'extended-precision');
  w.flag(p.smoothingDisabled);
  w.flag(false);
  w.flag(p.rice);
  w.flag(refused === 'cabac-bypass-alignment');
  w.stop();
  return w.bytes();
}

/** num_extra_slice_header_bits of wordy headers */
export const extraSliceBits = 2;

/** scaling_list_data, 7.3.4: lists of their own, the standard's, and those of other blocks. */
function writeScalingLists(w: BitWriter, p: RandomParameters): void {
  const random = seededRandom(p.listSeed);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let size = 0; size < 4; size++) {
    const step = size === 3 ? 3 : 1;
    for (let matrix = 0; matrix < 6; matrix += step) {
      const own = random() < 0.5;
      w.flag(own);
      if (!own) {
        w.unsigned(below(matrix / step + 1));
        continue;
      }
      let last = 8;
      if (size > 1) {
        last = 1 + below(255);
        w.signed(last - 8);
      }
      for (let i = 0; i < (size === 0 ? 16 : 64); i++) {
        const next =
          random() < 0.1 ? 1 + below(255) : Math.min(Math.max(last + below(9) - 4, 1), 255);
        // Differences are counted modulo 256.
        w.signed(((next - last + 128 + 256) % 256) - 128);
        last = next;
      }
    }
  }
}

function pictureParameterSet(p: RandomParameters): Uint8Array {
  const w = new BitWriter();
  w.unsigned(0);
  w.unsigned(0);
  w.flag(p.dependentSlices);
  w.flag(p.wordy); // output_flag_present_flag
  w.bits(p.wordy ? extraSliceBits : 0, 3);
  w.flag(p.signHiding);
  w.flag(false);
  w.unsigned(0);
  w.unsigned(0);
  w.signed(p.initQp - 26);
  w.flag(false);
  w.flag(p.transformSkip);
  w.flag(p.qpDeltaDepth !== null);
  if (p.qpDeltaDepth !== null) w.unsigned(p.qpDeltaDepth);
  w.signed(p.cbOffset);
  w.signed(p.crOffset);
  w.flag(p.sliceOffsets);
  w.bits(0, 2);
  w.flag(p.bypass);
  const tiles = p.tileColumns.length > 2 || p.tileRows.length > 2;
  w.flag(tiles);
  w.flag(p.wavefronts);
  if (tiles) {
    w.unsigned(p.tileColumns.length - 2);
    w.unsigned(p.tileRows.length - 2);
    w.flag(p.uniformTiles);
    if (!p.uniformTiles) {
      for (const starts of [p.tileColumns, p.tileRows]) {
        for (let i = 0; i < starts.length - 2; i++) w.unsigned(starts[i + 1]! - starts[i]! - 1);
      }
    }
    w.flag(p.acrossTiles);
  }
  w.flag(p.acrossSlices);
  w.flag(p.deblocking !== null);
  if (p.deblocking) {
    w.flag(p.deblocking.overridden);
    w.flag(p.deblocking.disabled);
    if (!p.deblocking.disabled) {
      w.signed(p.deblocking.beta);
      w.signed(p.deblocking.tc);
    }
  }
  w.flag(p.scalingLists === 'picture');
  if (p.scalingLists === 'picture') writeScalingLists(w, p);
  w.flag(false);
  w.unsigned(0);
  w.flag(p.wordy); // slice_segment_header_extension_present_flag
  w.flag(true);
  w.bits(0b1000_0000, 8);
  if (p.transformSkip) w.unsigned(p.log2MaxSkip - 2);
  w.flag(p.crossComponent);
  w.flag(p.chromaOffsets !== null);
  if (p.chromaOffsets) {
    w.unsigned(p.chromaOffsets.depth);
    w.unsigned(p.chromaOffsets.cb.length - 1);
    for (const [i, cb] of p.chromaOffsets.cb.entries()) {
      w.signed(cb);
      w.signed(p.chromaOffsets.cr[i]!);
    }
  }
  w.unsigned(p.saoScaleLuma);
  w.unsigned(p.saoScaleChroma);
  w.stop();
  return w.bytes();
}
