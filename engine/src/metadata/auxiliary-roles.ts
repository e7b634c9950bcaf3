import type { PictureRole } from '../options.ts';

/** Auxiliary pictures worth showing, by URN (ISO/IEC 23008-12 6.5.8, and Apple's own). */
export const auxiliaryRoles = new Map<string, PictureRole>([
  ['urn:mpeg:hevc:2015:auxid:2', 'depth-map'],
  ['urn:mpeg:avc:2015:auxid:2', 'depth-map'],
  ['urn:mpeg:mpegB:cicp:systems:auxiliary:depth', 'depth-map'],
  ['urn:com:apple:photo:2018:aux:portraiteffectsmatte', 'portrait-matte'],
  ['urn:com:apple:photo:2019:aux:semanticskinmatte', 'skin-matte'],
  ['urn:com:apple:photo:2019:aux:semantichairmatte', 'hair-matte'],
  ['urn:com:apple:photo:2019:aux:semanticteethmatte', 'teeth-matte'],
  ['urn:com:apple:photo:2020:aux:semanticglassesmatte', 'glasses-matte'],
  ['urn:com:apple:photo:2020:aux:semanticskymatte', 'sky-matte'],
]);
