import type { Picture } from '../../heif/pictures.ts';
import { findHevcColor } from '../../hevc/coded-color.ts';
import type { ColorTags } from '../../planes/raster.ts';

/** ITU-T H.273: code point 2 says nothing. */
const unspecified = 2;

/**
 * The color that the coded stream states, for files whose container states none
 * (ISO/IEC 23008-12 6.5.5). `null` when it states none either, or can't be read here: decoding tells.
 */
export function findCodedColor({ layout }: Picture): ColorTags['cicp'] | null {
  if (layout.kind === 'grid') return layout.tiles[0] ? findCodedColor(layout.tiles[0]) : null;
  if (layout.kind !== 'coded' || layout.codec !== 'hevc') return null;
  const color = findHevcColor(layout.hevc.nalUnits);
  if (!color || color.primaries === unspecified) return null;
  return { primaries: color.primaries, transfer: color.transfer };
}
