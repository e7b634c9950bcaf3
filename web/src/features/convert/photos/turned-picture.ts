import type { Photo } from '../conversion/photos.ts';
import { isSideways, type Turn, turnOnce } from '../geometry/turn.ts';

/** Undoes Exif orientations 2 to 8: first rotated, then mirrored. */
const undoing: Record<number, Pick<Turn, 'rotate' | 'flip'>> = {
  2: { rotate: 0, flip: true },
  3: { rotate: 180, flip: false },
  4: { rotate: 180, flip: true },
  5: { rotate: 90, flip: true },
  6: { rotate: 270, flip: false },
  7: { rotate: 270, flip: true },
  8: { rotate: 90, flip: false },
};

/** Thumbnails come turned by Exif. Those that are to stay as stored are turned back first. */
export function turnOfThumbnail({ turn, header }: Pick<Photo, 'turn' | 'header'>): Turn {
  const undone = turn.asStored ? undoing[header?.orientation ?? 1] : undefined;
  if (undone === undefined) return turn;
  let found: Turn = { ...undone, asStored: true };
  for (let degrees = 0; degrees < turn.rotate; degrees += 90) found = turnOnce(found, 'right');
  return turn.flip ? turnOnce(found, 'flip') : found;
}

/** Draws a picture as turned by hand, at its own size; null draws it unturned. */
export function drawTurned(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  turn: Turn | null,
): void {
  const { width, height } = picture;
  const sideways = turn !== null && isSideways(turn);
  canvas.width = sideways ? height : width;
  canvas.height = sideways ? width : height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  if (turn?.flip) context.scale(-1, 1);
  context.rotate(((turn?.rotate ?? 0) * Math.PI) / 180);
  context.drawImage(picture, -width / 2, -height / 2);
}
