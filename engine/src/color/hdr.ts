import type { ColorTags } from '../planes/raster.ts';

/** ITU-T H.273 table 3. */
const transferPq = 16;
export const transferHlg = 18;

/** True for pictures brighter than a screen's white, which need tone mapping. */
export function isHdr({ icc, cicp }: ColorTags): boolean {
  return !icc && (cicp?.transfer === transferPq || cicp?.transfer === transferHlg);
}

/** True for those whose light is a scene's; the others' is a display's. */
export function isHlg({ cicp }: ColorTags): boolean {
  return cicp?.transfer === transferHlg;
}
