/** Resolution in pixels per inch on each axis, or only the pixel aspect ratio. */
export interface Density {
  x: number;
  y: number;
  /** If false, only the ratio of `x` to `y` matters. */
  isPerInch: boolean;
}

export const meterPerInch = 0.0254;

/** JPEG's limit, which exceeds any printer. */
const max = 65_535;

/**
 * A density, or `undefined` if it says nothing: pixels are square, or the numbers make no sense.
 */
export function densityOf(x: number, y: number, isPerInch: boolean): Density | undefined {
  const isSound = [x, y].every((each) => each >= (isPerInch ? 0.5 : 1) && each <= max);
  return isSound && (isPerInch || x !== y) ? { x, y, isPerInch } : undefined;
}

/** The density after a quarter turn. */
export const turnDensity = ({ x, y, isPerInch }: Density): Density => ({ x: y, y: x, isPerInch });
