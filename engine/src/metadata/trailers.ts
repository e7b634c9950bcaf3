import type { MetadataBlocks } from './blocks.ts';
import { mapXmp, trailers, withoutProperties } from './xmp.ts';

/** Metadata for the samples alone, after the trailer (gain map, video) is dropped. */
export function detachTrailers(blocks: MetadataBlocks): MetadataBlocks {
  const { exif, photoshop, texts } = blocks;
  return {
    ...(texts && { texts }),
    ...(exif && { exif }),
    ...mapXmp(blocks, (packet) => withoutProperties(packet, trailers)),
    ...(photoshop && { photoshop }),
  };
}
