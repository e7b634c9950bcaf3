/** How large a picture is on paper: pixels an inch on each axis, or no more than the sides of a pixel. */
export interface Density {
  x: number;
  y: number;
  /** Without it, only what `x` and `y` have to do with each other counts. */
  isPerInch: boolean;
}

export const meterPerInch = 0.0254;

/** What JPEG has room for, and more than any printer has. */
const max = 65_535;

/** `undefined` where it says nothing: pixels are square then, or the numbers cannot be meant. */
export function densityOf(x: number, y: number, isPerInch: boolean): Density | undefined {
  const isSound = [x, y].every((each) => each >= (isPerInch ? 0.5 : 1) && each <= max);
  return isSound && (isPerInch || x !== y) ? { x, y, isPerInch } : undefined;
}

/** Of a picture that was given a quarter turn. */
export const turnDensity = ({ x, y, isPerInch }: Density): Density => ({ x: y, y: x, isPerInch });
