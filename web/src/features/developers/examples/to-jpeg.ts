import { convert } from '@stillpix/engine';

export async function toJpeg(photo: File) {
  const { blob, width, height, notes } = await convert(photo, { quality: 85 });
  const text = `${width} x ${height}, ${blob.size} bytes of ${blob.type}. ${notes.join(', ')}`;
  return { text, picture: blob };
}
