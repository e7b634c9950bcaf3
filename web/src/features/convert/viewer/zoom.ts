import type { Size } from '../geometry/crop.ts';

export interface Point {
  x: number;
  y: number;
}

/** Position of a picture: its upper left corner in pixels of the stage, and its scale. */
export interface Placement extends Point {
  zoom: number;
}

const maxZoom = 16;
const minZoom = 0.01;

/** The whole picture, centered, never enlarged. */
export function fitted(picture: Size, stage: Size): Placement {
  const zoom = Math.min(1, stage.width / picture.width, stage.height / picture.height);
  return centered(picture, stage, zoom);
}

export function centered(picture: Size, stage: Size, zoom: number): Placement {
  return {
    x: (stage.width - picture.width * zoom) / 2,
    y: (stage.height - picture.height * zoom) / 2,
    zoom,
  };
}

/** Zooms by a factor around a point. */
export function zoomAt(placement: Placement, point: Point, factor: number): Placement {
  const zoom = Math.min(maxZoom, Math.max(minZoom, placement.zoom * factor));
  const grown = zoom / placement.zoom;
  return {
    x: point.x - (point.x - placement.x) * grown,
    y: point.y - (point.y - placement.y) * grown,
    zoom,
  };
}

/** Keeps the center when the stage is resized, for example when a device is rotated. */
export function onResizedStage(placement: Placement, before: Size, now: Size): Placement {
  return {
    ...placement,
    x: placement.x + (now.width - before.width) / 2,
    y: placement.y + (now.height - before.height) / 2,
  };
}
