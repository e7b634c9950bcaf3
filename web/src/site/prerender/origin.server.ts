import { brand } from '@stillpix/contract/brand';

/** The site's origin, for absolute addresses written into pages at build time. */
export const origin = (process.env.PUBLIC_URL?.trim() || `https://${brand.domain}`).replace(
  /\/$/,
  '',
);
