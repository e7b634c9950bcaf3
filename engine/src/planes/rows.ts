import type { Rectangle } from '../geometry.ts';
import type { Planes } from './planes.ts';
import { samplingOf } from './sampling.ts';

/** Rows `start` to `end` of luma, from a whole row of chroma on, with the chroma that belongs to them: views. */
export function rowsOfPlanes(planes: Planes, start: number, end: number): Planes {
  const { down } = samplingOf(planes.chroma);
  const parts = planes.planes.map((plane, component) => {
    const by = component === 0 ? 1 : down;
    const stride = planes.strides[component]!;
    return plane.subarray((start / by) * stride, Math.ceil(end / by) * stride);
  });
  return { ...planes, height: end - start, planes: parts };
}

/** A part of planes that begins on a whole sample of color: views, whose rows are as far apart as before. */
export function partOfPlanes(planes: Planes, { x, y, width, height }: Rectangle): Planes {
  const { across } = samplingOf(planes.chroma);
  const rows = rowsOfPlanes(planes, y, y + height);
  const parts = rows.planes.map((plane, component) =>
    plane.subarray(component === 0 ? x : x / across),
  );
  return { ...rows, width, planes: parts };
}
