import { expect, test } from 'vitest';
import { centered, fitted, onResizedStage, zoomAt } from './zoom.ts';

const picture = { width: 400, height: 200 };

test('fits the whole picture into the middle of the stage', () => {
  expect(fitted(picture, { width: 200, height: 200 })).toEqual({ x: 0, y: 50, zoom: 0.5 });
});

test('does not enlarge a picture that is smaller than the stage', () => {
  expect(fitted(picture, { width: 800, height: 800 })).toEqual({ x: 200, y: 300, zoom: 1 });
});

test('shows the middle of a picture that is larger than the stage', () => {
  expect(centered(picture, { width: 100, height: 100 }, 1)).toEqual({ x: -150, y: -50, zoom: 1 });
});

test('zooms around the point under the pointer', () => {
  const zoomed = zoomAt({ x: 10, y: 20, zoom: 1 }, { x: 110, y: 70 }, 2);
  expect(zoomed).toEqual({ x: -90, y: -30, zoom: 2 });
});

test('zooms no further than there is something to see', () => {
  const point = { x: 0, y: 0 };
  expect(zoomAt({ x: 0, y: 0, zoom: 10 }, point, 100).zoom).toBe(16);
  expect(zoomAt({ x: 0, y: 0, zoom: 1 }, point, 0).zoom).toBeGreaterThan(0);
});

test('keeps what is looked at in the middle of a stage that changes its size', () => {
  const before = { width: 400, height: 300 };
  const now = { width: 300, height: 400 };
  expect(onResizedStage({ x: -150, y: -50, zoom: 2 }, before, now)).toEqual({
    x: -200,
    y: 0,
    zoom: 2,
  });
});
