/** Says of a JPEG's inks that they are Y, Cb, Cr and black, which they are not: a picture all the same. */
export function asYcck(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg);
  copy[copy.indexOf('Adobe') + 11] = 2;
  return copy;
}
