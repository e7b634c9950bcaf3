import type { ConvertOptions } from '../options.ts';
import { turnDensity } from './density.ts';
import { exifRoom, type MetadataBlocks } from './blocks.ts';
import { isMoved, type Described } from './described.ts';
import { describeUpright } from './exif.ts';
import { textPlaces } from './text-places.ts';
import { decodeXmp, describeUprightXmp, mapXmp } from './xmp.ts';

type MetadataChoice = NonNullable<ConvertOptions['metadata']>;

/** Occurs in XMP that describes parts of a picture. */
const partWords = /Region|:Subject(?:Area|Loc)/;

/** Adapts metadata to the upright, re-encoded picture and the caller's choice. */
export async function prepareMetadata(
  blocks: MetadataBlocks,
  choice: MetadataChoice,
  picture: Described,
): Promise<MetadataBlocks> {
  const isTransposed = picture.fromStored?.transpose === true;
  const density = blocks.density && isTransposed ? turnDensity(blocks.density) : blocks.density;
  const ofPicture = density && { density };
  if (choice === 'strip') return { ...ofPicture };
  let chosen = choice === 'keep' ? blocks : (await import('./location.ts')).removeLocation(blocks);
  const { texts } = chosen;
  if (picture.steps?.some(({ kind }) => kind === 'convert-to-srgb' || kind === 'tone-map'))
    chosen = (await import('./as-srgb.ts')).describeSrgb(chosen);
  const { exif, xmp, extendedXmp, photoshop } = chosen;
  const saysWhere = (packet?: Uint8Array) => packet && partWords.test(decodeXmp(packet) ?? '');
  if (isMoved(picture) && [xmp, extendedXmp?.packet].some(saysWhere))
    chosen = (await import('./regions.ts')).moveRegions(chosen, picture);
  let upright = exif && describeUpright(exif, picture);
  if (upright && upright.length > exifRoom)
    upright = (await import('./fit-exif.ts')).withoutTail(upright);
  const resources =
    photoshop &&
    (await import('./photoshop.ts')).cleanPhotoshop(photoshop, { keepsLocation: true });
  const prepared: MetadataBlocks = {
    ...ofPicture,
    ...(texts && { texts }),
    ...(upright && { exif: upright }),
    ...mapXmp(chosen, describeUprightXmp),
    ...(resources && { photoshop: resources }),
  };
  const { format } = picture;
  const mustFit = format && (texts ?? (resources && !textPlaces[format].photoshop));
  return mustFit ? (await import('./texts.ts')).fitTexts(prepared, format) : prepared;
}
