/** Everything that a change of name touches. `slug` goes into storage keys, file names and paths. */
export const brand = {
  name: 'Stillpix',
  slug: 'stillpix',
  domain: 'stillpix.example',
  support: 'support@stillpix.example',
} as const;
