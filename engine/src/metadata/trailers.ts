import type { MetadataBlocks } from './blocks.ts';
import { mapXmp, trailers, withoutProperties } from './xmp.ts';

/** What goes with a file's own samples when its trailer (gain map, video) is left behind. */
export function detachTrailers(blocks: MetadataBlocks): MetadataBlocks {
  const { exif, photoshop, texts } = blocks;
  return {
    ...(texts && { texts }),
    ...(exif && { exif }),
    ...mapXmp(blocks, (packet) => withoutProperties(packet, trailers)),
    ...(photoshop && { photoshop }),
  };
}
