import type { Size } from '../geometry/crop.ts';

export interface Point {
  x: number;
  y: number;
}

/** Where a picture lies: its upper left corner in pixels of the stage, and how much it is enlarged. */
export interface Frame extends Point {
  zoom: number;
}

const maxZoom = 16;
const minZoom = 0.01;

/** The whole picture, in the middle, never enlarged. */
export function fitted(picture: Size, stage: Size): Frame {
  const zoom = Math.min(1, stage.width / picture.width, stage.height / picture.height);
  return centered(picture, stage, zoom);
}

export function centered(picture: Size, stage: Size, zoom: number): Frame {
  return {
    x: (stage.width - picture.width * zoom) / 2,
    y: (stage.height - picture.height * zoom) / 2,
    zoom,
  };
}

/** Enlarges by a factor; what lies under the point stays there. */
export function zoomAt(frame: Frame, point: Point, factor: number): Frame {
  const zoom = Math.min(maxZoom, Math.max(minZoom, frame.zoom * factor));
  const grown = zoom / frame.zoom;
  return {
    x: point.x - (point.x - frame.x) * grown,
    y: point.y - (point.y - frame.y) * grown,
    zoom,
  };
}

/** On a stage of another size, a device held the other way for one, the middle stays in the middle. */
export function onResizedStage(frame: Frame, before: Size, now: Size): Frame {
  return {
    ...frame,
    x: frame.x + (now.width - before.width) / 2,
    y: frame.y + (now.height - before.height) / 2,
  };
}
