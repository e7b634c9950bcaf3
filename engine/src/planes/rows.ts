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
