import type { Picture } from '../../heif/pictures.ts';
import { findHevcColour } from '../../hevc/coded-colour.ts';
import type { ColorTags } from '../../planes/raster.ts';

/** ITU-T H.273: code point 2 says nothing. */
const unspecified = 2;

/**
 * The colour that the coded stream states, for files whose container states none
 * (ISO/IEC 23008-12 6.5.5). `null` when it states none either, or can't be read here: decoding tells.
 */
export function findCodedColor({ layout }: Picture): ColorTags['cicp'] | null {
  if (layout.kind === 'grid') return layout.tiles[0] ? findCodedColor(layout.tiles[0]) : null;
  if (layout.kind !== 'coded' || layout.codec !== 'hevc') return null;
  const colour = findHevcColour(layout.hevc.nalUnits);
  if (!colour || colour.primaries === unspecified) return null;
  return { primaries: colour.primaries, transfer: colour.transfer };
}
