import { brand } from '@stillpix/contract/brand';

/** Where the site will stand: absolute addresses in the pages are made from it at build time. */
export const origin = (process.env.PUBLIC_URL?.trim() || `https://${brand.domain}`).replace(
  /\/$/,
  '',
);
