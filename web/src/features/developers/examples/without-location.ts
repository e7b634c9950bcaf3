import { convert, metadata } from '@stillpix/engine';

export async function withoutLocation(photo: File) {
  const before = await metadata.read(photo);
  const { blob } = await convert(photo);
  const cleaned = await metadata.strip(blob, 'location');
  const after = await metadata.read(cleaned);
  const says = (has: boolean): string => (has ? 'has a location' : 'has no location');
  const text = `The photo ${says(before.summary.hasLocation)}, the result ${says(after.summary.hasLocation)}.`;
  return { text, picture: cleaned };
}
