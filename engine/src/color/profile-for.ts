import { primariesByCode } from './primaries.ts';
import { writeMatrixProfile } from './write-profile.ts';
import type { ColorTags } from '../planes/raster.ts';

/** The profile to write: the file's own, or one made from its code points. None for sRGB. */
export function profileFor({ icc, cicp }: ColorTags): Uint8Array | undefined {
  if (icc) return icc;
  const primaries = cicp && primariesByCode[cicp.primaries];
  return primaries && cicp.primaries !== 1 ? writeMatrixProfile(primaries) : undefined;
}
