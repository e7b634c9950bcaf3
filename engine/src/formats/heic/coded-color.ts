import type { Picture } from '../../heif/picture.ts';
import { findHevcColor } from '../../hevc/coded-color.ts';
import type { ColorTags } from '../../planes/raster.ts';

/** ITU-T H.273: 2 means unspecified. */
const unspecified = 2;

/**
 * Color from the coded stream, for files whose container states none (ISO/IEC 23008-12 6.5.5).
 * `null` when it states none either, or is unreadable, which decoding then reports.
 */
export function findCodedColor({ layout }: Picture): ColorTags['cicp'] | null {
  if (layout.kind === 'grid') return layout.tiles[0] ? findCodedColor(layout.tiles[0]) : null;
  if (layout.kind !== 'coded' || layout.codec !== 'hevc') return null;
  const color = findHevcColor(layout.hevc.nalUnits);
  if (!color || color.primaries === unspecified) return null;
  return { primaries: color.primaries, transfer: color.transfer };
}
