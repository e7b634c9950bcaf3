/**
 * Everything that a change of name affects. `slug` is used in storage keys, file names and paths.
 */
export const brand = {
  name: 'Stillpix',
  slug: 'stillpix',
  domain: 'stillpix.example',
  support: 'support@stillpix.example',
} as const;
