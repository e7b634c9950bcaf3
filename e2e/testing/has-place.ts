import sharp from 'sharp';

/** Whether the details in a picture tell where it was taken. */
export async function hasPlace(bytes: Buffer): Promise<boolean> {
  const { exif } = await sharp(bytes).metadata();
  // The tag of the directory with the place (0x8825) and its type, in either order of bytes.
  const tags = [Buffer.from([0x88, 0x25, 0, 4]), Buffer.from([0x25, 0x88, 4, 0])];
  return tags.some((tag) => exif?.includes(tag));
}
