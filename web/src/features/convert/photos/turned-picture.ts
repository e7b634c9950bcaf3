import type { Photo } from '../conversion/photos.ts';
import { isSideways, type Turn, turnOnce } from '../geometry/turn.ts';

/** Quarters that undo an orientation of Exif (6: turned right, 8: turned left, 3: upside down). */
const undoing: Record<number, number> = { 3: 2, 6: 3, 8: 1 };

/** Small pictures come turned by Exif; those that are to stay as stored are turned back. */
export function turnOfThumbnail({ turn, header }: Photo): Turn {
  let found = turn;
  if (turn.asStored) {
    for (let quarter = undoing[header?.orientation ?? 1] ?? 0; quarter > 0; quarter -= 1) {
      found = turnOnce(found, 'right');
    }
  }
  return found;
}

/** Draws a picture as it is turned by hand, as large as it is; null: as it is. */
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
