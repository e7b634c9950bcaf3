import type { Size } from '../geometry.ts';
import type { ConvertOptions } from '../options.ts';
import type { MetadataBlocks } from './blocks.ts';
import { describeUpright } from './exif.ts';
import { describeUprightXmp, mapXmp } from './xmp.ts';

type MetadataChoice = NonNullable<ConvertOptions['metadata']>;

/** Metadata as it fits the upright, re-encoded picture of `width` x `height` and the caller's choice. */
export async function prepareMetadata(
  blocks: MetadataBlocks,
  choice: MetadataChoice,
  { width, height }: Size,
): Promise<MetadataBlocks> {
  if (choice === 'strip') return {};
  const located =
    choice === 'keep' ? blocks : (await import('./location.ts')).removeLocation(blocks);
  const exif = located.exif && describeUpright(located.exif, width, height);
  // Only JPEGs have such blocks.
  const photoshop =
    located.photoshop && (await import('./photoshop.ts')).cleanPhotoshop(located.photoshop, true);
  return {
    ...(exif && { exif }),
    ...mapXmp(located, describeUprightXmp),
    ...(photoshop && { photoshop }),
  };
}
