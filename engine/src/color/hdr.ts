import type { ColorTags } from '../planes/raster.ts';

/** ITU-T H.273 table 3. */
const transferPq = 16;
export const transferHlg = 18;

/** Whether the picture is brighter than a screen's white and needs tone mapping. */
export function isHdr({ icc, cicp }: ColorTags): boolean {
  return !icc && (cicp?.transfer === transferPq || cicp?.transfer === transferHlg);
}

/** Whether the picture stores scene light. Other HDR pictures store display light. */
export function isHlg({ cicp }: ColorTags): boolean {
  return cicp?.transfer === transferHlg;
}
