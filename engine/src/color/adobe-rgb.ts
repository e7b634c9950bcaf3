import type { ColorTags } from '../planes/raster.ts';
import { writeMatrixProfile } from './write-profile.ts';

/** Adobe RGB (1998) Color Image Encoding, 4.3.1.1 and 4.3.4.2. */
const primaries = {
  name: 'Adobe RGB (1998) compatible',
  ...({ red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06] } as const),
  white: [0.3127, 0.329],
} as const;
const gamma = 563 / 256;

/** Profile for pictures that only declare Adobe RGB, so that every viewer knows their colors. */
export const adobeRgb = (): ColorTags => ({ icc: writeMatrixProfile(primaries, gamma) });
