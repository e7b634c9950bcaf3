/**
 * A file's name without characters that change the text direction: with one of them, `namegpj.heic`
 * is shown as `namecieh.jpg`. Unicode Standard Annex #9, section 2.
 */
export function plainName(name: string): string {
  return name.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
