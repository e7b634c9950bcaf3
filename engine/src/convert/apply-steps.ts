import type { OutputCodec } from '../codec/output.ts';
import { convertToSrgb } from '../color/to-srgb.ts';
import { isHdr } from '../color/hdr.ts';
import { requireToneMapper } from '../color/tone-map.ts';
import type { Note } from '../options.ts';
import type { Raster } from '../planes/raster.ts';
import { flatten } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { gainMapOf, type PreparedGainMap } from './gain-map.ts';
import type { Step } from './plan/plan.ts';

/** The raster after the steps applied so far. */
export interface Applied {
  raster: Raster;
  made: PreparedGainMap | null;
  notes: Note[];
  /** Of a damaged file: the share of its pixels that could not be read, else 0. */
  missing: number;
}

async function toneMap(applied: Applied, deep: boolean, makesGainMap: boolean): Promise<void> {
  const mapper = await requireToneMapper();
  const { raster, darkening } = mapper.map(applied.raster, { deep, darkening: makesGainMap });
  applied.raster = raster;
  if (darkening) {
    applied.made = gainMapOf(raster, darkening);
    raster.gray = false;
  }
  applied.notes.push(makesGainMap ? 'gain-map-made' : 'tone-mapped');
}

/** Applies a step to an upright raster of the result's size. */
export async function applyToSamples(
  step: Step,
  applied: Applied,
  codec: OutputCodec,
): Promise<void> {
  const { raster, notes } = applied;
  switch (step.kind) {
    case 'tone-map':
      // A browser's decoder may have tone-mapped already, and returned sRGB.
      if (!isHdr(raster.color)) return;
      await toneMap(applied, codec.deep, step.makesGainMap);
      return;
    case 'keep-gain-map':
      // Software based on libultrahdr rejects a picture of one channel with a map.
      raster.gray = false;
      return;
    case 'convert-to-srgb':
      convertToSrgb(raster);
      return;
    case 'fill-transparency':
      if (!raster.opaque) {
        flatten(raster, step.background);
        notes.push('transparency-filled');
      }
      return;
    case 'reduce-to-8-bit':
      applied.raster = reduceTo8(raster);
      return;
    case 'encode':
      // Coded pictures may be deeper than their container says.
      if (!codec.deep) applied.raster = reduceTo8(raster);
      return;
    default:
  }
}
