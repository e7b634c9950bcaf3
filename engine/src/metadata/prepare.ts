import type { ConvertOptions } from '../options.ts';
import type { MetadataBlocks } from '../raster.ts';
import { describeUpright, withoutExifLocation } from './exif.ts';
import { cleanPhotoshop } from './photoshop.ts';
import { describeUprightXmp, withoutXmpLocation } from './xmp.ts';

type Choice = NonNullable<ConvertOptions['metadata']>;

/** Metadata as it fits the upright, re-encoded picture of `width` x `height` and the caller's choice. */
export function prepareMetadata(
  blocks: MetadataBlocks,
  choice: Choice,
  { width, height }: { width: number; height: number },
): MetadataBlocks {
  if (choice === 'strip') return {};
  const located = choice === 'keep' ? blocks : removeLocation(blocks);
  const exif = located.exif && describeUpright(located.exif, width, height);
  const xmp = located.xmp && describeUprightXmp(located.xmp);
  const photoshop = located.photoshop && cleanPhotoshop(located.photoshop, true);
  return {
    ...(exif && { exif }),
    ...(xmp && { xmp }),
    ...(xmp && located.extendedXmp && { extendedXmp: located.extendedXmp }),
    ...(photoshop && { photoshop }),
  };
}

/** The blocks without any place; a block that can't be cleaned for certain is dropped. */
export function removeLocation({
  exif,
  xmp,
  extendedXmp,
  photoshop,
}: MetadataBlocks): MetadataBlocks {
  const cleanExif = exif && withoutExifLocation(exif);
  const cleanXmp = xmp && withoutXmpLocation(xmp);
  const cleanExtension = extendedXmp && withoutXmpLocation(extendedXmp.packet);
  const cleanResources = photoshop && cleanPhotoshop(photoshop, false);
  return {
    ...(cleanExif && { exif: cleanExif }),
    ...(cleanXmp && { xmp: cleanXmp }),
    ...(extendedXmp &&
      cleanExtension && { extendedXmp: { guid: extendedXmp.guid, packet: cleanExtension } }),
    ...(cleanResources && { photoshop: cleanResources }),
  };
}
