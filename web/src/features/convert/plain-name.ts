/**
 * A file's name without the characters that have the rest of it read in another direction: with one of
 * them `namegpj.heic` is shown as `namecieh.jpg`. Unicode Standard Annex #9, section 2.
 */
export function plainName(name: string): string {
  return name.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
