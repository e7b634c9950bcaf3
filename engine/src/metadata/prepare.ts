import type { ConvertOptions } from '../options.ts';
import type { MetadataBlocks } from './blocks.ts';
import { describeUpright, withoutExifLocation } from './exif.ts';
import { cleanPhotoshop } from './photoshop.ts';
import {
  describeUprightXmp,
  withoutXmpExtension,
  withoutXmpLocation,
  withoutXmpTrailers,
} from './xmp.ts';

type MetadataChoice = NonNullable<ConvertOptions['metadata']>;

/** Metadata as it fits the upright, re-encoded picture of `width` x `height` and the caller's choice. */
export function prepareMetadata(
  blocks: MetadataBlocks,
  choice: MetadataChoice,
  { width, height }: { width: number; height: number },
): MetadataBlocks {
  if (choice === 'strip') return {};
  const located = choice === 'keep' ? blocks : removeLocation(blocks);
  const exif = located.exif && describeUpright(located.exif, width, height);
  const photoshop = located.photoshop && cleanPhotoshop(located.photoshop, true);
  return {
    ...(exif && { exif }),
    ...mapXmp(located, describeUprightXmp),
    ...(photoshop && { photoshop }),
  };
}

/** Treats the packet and its extension alike. Neither is left without what the other says of it. */
function mapXmp(
  { xmp, extendedXmp }: MetadataBlocks,
  clean: (packet: Uint8Array) => Uint8Array | null,
): Pick<MetadataBlocks, 'xmp' | 'extendedXmp'> {
  const main = xmp && clean(xmp);
  if (!main) return {};
  const packet = extendedXmp && clean(extendedXmp.packet);
  if (packet) return { xmp: main, extendedXmp: { guid: extendedXmp.guid, packet } };
  const alone = withoutXmpExtension(main);
  return alone ? { xmp: alone } : {};
}

/** What goes with a file's own samples when its trailer (gain map, video) is left behind. */
export function detachTrailers(blocks: MetadataBlocks): MetadataBlocks {
  const { exif, photoshop } = blocks;
  return {
    ...(exif && { exif }),
    ...mapXmp(blocks, withoutXmpTrailers),
    ...(photoshop && { photoshop }),
  };
}

/** The blocks without any place; a block that can't be cleaned for certain is dropped. */
export function removeLocation(blocks: MetadataBlocks): MetadataBlocks {
  const { exif, photoshop } = blocks;
  const cleanExif = exif && withoutExifLocation(exif);
  const cleanResources = photoshop && cleanPhotoshop(photoshop, false);
  return {
    ...(cleanExif && { exif: cleanExif }),
    ...mapXmp(blocks, withoutXmpLocation),
    ...(cleanResources && { photoshop: cleanResources }),
  };
}
