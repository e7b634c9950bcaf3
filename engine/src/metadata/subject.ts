import type { Size } from '../geometry.ts';
import { isMoved, moveArea, type Described } from './described.ts';
import { type Entry, type Tiff, typeShort, valueRange } from './tiff.ts';

/**
 * Updates an entry that gives the subject's position in pixels of the picture before any turn: a
 * point, a circle (center and diameter) or a rectangle (center, width and height; Exif 2.32, 4.6.5,
 * SubjectArea and SubjectLocation). Returns false when that is no longer possible, so that the
 * entry must go.
 *
 * @param stored the size that Exif states for the picture
 */
export function moveSubject(
  tiff: Tiff,
  entry: Entry,
  picture: Described,
  stored: Size | null,
): boolean {
  if (!isMoved(picture)) return true;
  const { crop } = picture.fromStored;
  const isOther = stored && (stored.width !== crop.width || stored.height !== crop.height);
  const { type, count } = entry;
  const range = valueRange(tiff, entry);
  if (isOther || !range || type !== typeShort || count < 2 || count > 4) return false;
  const { view, littleEndian } = tiff;
  const placeOf = (index: number): number => range[0] + 2 * index;
  const numberAt = (index: number): number => view.getUint16(placeOf(index), littleEndian);
  const isArea = count === 4;
  const moved = moveArea(
    {
      x: numberAt(0),
      y: numberAt(1),
      width: isArea ? numberAt(2) : 0,
      height: isArea ? numberAt(3) : 0,
    },
    picture,
  );
  if (!moved) return false;
  // A clipped circle stays a circle.
  const diameter = count === 3 ? (numberAt(2) * picture.width) / picture.area.width : 0;
  const { x, y, width, height } = moved;
  for (const [index, value] of [x, y, diameter || width, height].slice(0, count).entries())
    view.setUint16(placeOf(index), Math.max(Math.round(value), index >> 1), littleEndian);
  return true;
}
