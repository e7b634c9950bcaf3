import sharp from 'sharp';

/** A file's format, and its size in pixels. */
export async function describePicture(bytes: Buffer) {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
}
