import { BitReader } from '../hevc/bit-reader.ts';
import { nalTypes, readNalUnit } from '../hevc/nal-units.ts';
import { readSequenceParameters } from '../hevc/sequence-parameters.ts';
import type { Picture } from '../heif/pictures.ts';
import type { ColorTags } from '../raster.ts';

/** ITU-T H.273: code point 2 says nothing. */
const unspecified = 2;

/**
 * The colour that the coded stream states, for files whose container states none
 * (ISO/IEC 23008-12 6.5.5). `null` when it states none either, or can't be read here: decoding tells.
 */
export function findCodedColor({ layout }: Picture): ColorTags['cicp'] | null {
  if (layout.kind === 'grid') return layout.tiles[0] ? findCodedColor(layout.tiles[0]) : null;
  if (layout.kind !== 'coded' || layout.codec !== 'hevc') return null;
  try {
    for (const bytes of layout.hevc.nalUnits) {
      const unit = readNalUnit(bytes);
      if (unit?.type !== nalTypes.sps) continue;
      const [, { colour }] = readSequenceParameters(new BitReader(unit.payload));
      if (!colour || colour.primaries === unspecified) return null;
      return { primaries: colour.primaries, transfer: colour.transfer };
    }
  } catch {
    return null;
  }
  return null;
}
