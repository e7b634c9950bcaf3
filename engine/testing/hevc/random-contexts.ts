import type { Context } from './cabac-writer.ts';
import type { ResidualContexts } from './random-residual.ts';

/** Start values for I slices (tables 9-5 to 9-37). */
const initValues = {
  merge: [153],
  saoType: [200],
  split: [139, 141, 157],
  bypass: [154],
  part: [184],
  known: [184],
  chromaMode: [63],
  splitTransform: [153, 138, 138],
  cbfLuma: [111, 141],
  cbfChroma: [94, 138, 182, 154, 154],
  qpDelta: [154, 154],
  skip: [139, 139],
  lastX: [110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63],
  lastY: [110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63],
  coded: [91, 171, 134, 141],
  significant: [
    111, 111, 125, 110, 110, 94, 124, 108, 124, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179,
    153, 125, 107, 125, 141, 179, 153, 125, 140, 139, 182, 182, 152, 136, 152, 136, 153, 136, 139,
    111, 136, 139, 111, 141, 111,
  ],
  greater1: [
    140, 92, 137, 138, 140, 152, 138, 139, 153, 74, 149, 92, 139, 107, 122, 152, 140, 179, 166, 182,
    140, 227, 122, 197,
  ],
  greater2: [138, 153, 136, 167, 152, 152],
  scale: [154, 154, 154, 154, 154, 154, 154, 154],
  scaleSign: [154, 154],
  offsetFlag: [154],
  offsetIndex: [154],
};

export type Contexts = Record<keyof typeof initValues, Context[]> & ResidualContexts;

/** All contexts as they are where a slice of this QP begins, 9.3.2.2. */
export function initialContexts(qp: number): Contexts {
  const entries = Object.entries(initValues).map(([name, values]) => [
    name,
    values.map((value) => {
      const slope = (value >> 4) * 5 - 45;
      const offset = ((value & 15) << 3) - 16;
      const state = Math.min(
        Math.max(((slope * Math.min(Math.max(qp, 0), 51)) >> 4) + offset, 1),
        126,
      );
      return state > 63 ? { state: state - 64, mps: 1 } : { state: 63 - state, mps: 0 };
    }),
  ]);
  return { ...Object.fromEntries(entries), stat: [0, 0, 0, 0] } as Contexts;
}
