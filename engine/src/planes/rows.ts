import type { Rectangle } from '../geometry.ts';
import type { Planes } from './planes.ts';
import { samplingOf } from './sampling.ts';

/** Views of luma rows `start` to `end` and their chroma. Begins at a whole chroma row. */
export function rowsOfPlanes(planes: Planes, start: number, end: number): Planes {
  const { down } = samplingOf(planes.chroma);
  const parts = planes.planes.map((plane, component) => {
    const by = component === 0 ? 1 : down;
    const stride = planes.strides[component]!;
    return plane.subarray((start / by) * stride, Math.ceil(end / by) * stride);
  });
  return { ...planes, height: end - start, planes: parts };
}

/** Views of a part of planes that begins on a whole chroma sample. Strides stay the same. */
export function partOfPlanes(planes: Planes, { x, y, width, height }: Rectangle): Planes {
  const { across } = samplingOf(planes.chroma);
  const rows = rowsOfPlanes(planes, y, y + height);
  const parts = rows.planes.map((plane, component) =>
    plane.subarray(component === 0 ? x : x / across),
  );
  return { ...rows, width, planes: parts };
}
