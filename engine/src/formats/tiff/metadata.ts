import { joinBytes } from '../../bytes/join.ts';
import { orNull } from '../../errors.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { type Density, densityOf } from '../../metadata/density.ts';
import { datasetMark, withIptc } from '../../metadata/photoshop.ts';
import type { PictureRole } from '../../options.ts';
import { bytesOf, type Directory, type TiffFile } from './directories.ts';
import { collectExif, writeExifBlock } from './exif-block.ts';
import { fewNumbersOf } from './layout.ts';
import { tags } from './tags.ts';

const typeLong = 4;

/** Reads IPTC bytes. Some programs declare them as 32-bit numbers, and swap their bytes. */
function readIptc(file: TiffFile, directory: Directory): Uint8Array | null {
  const bytes = bytesOf(file, directory, tags.iptc);
  if (!bytes || bytes[0] === datasetMark) return bytes;
  const isSwapped = directory.get(tags.iptc)?.type === typeLong && bytes[3] === datasetMark;
  if (!isSwapped) return null;
  const words = Array.from({ length: bytes.length / 4 }, (_, word) =>
    bytes.slice(word * 4, word * 4 + 4).reverse(),
  );
  return joinBytes(words);
}

/** ResolutionUnit values. Without one, the unit is the inch (TIFF 6.0, section 8). */
const [ratioAlone, centimeter] = [1, 3];

function readDensity(file: TiffFile, directory: Directory): Density | undefined {
  const numberOf = (tag: number) => orNull(() => fewNumbersOf(file, directory, tag))?.[0];
  const [x, y, unit] = [tags.xResolution, tags.yResolution, tags.resolutionUnit].map(numberOf);
  if (x === undefined || y === undefined) return undefined;
  const scale = unit === centimeter ? 2.54 : 1;
  return densityOf(x * scale, y * scale, unit !== ratioAlone);
}

/**
 * Metadata of a directory's picture, without damaged parts. Only the main picture's says where and
 * how a photo was taken.
 */
export function readTiffMetadata(
  file: TiffFile,
  directory: Directory,
  role: PictureRole,
): MetadataBlocks {
  const blockOf = (tag: number) => orNull(() => bytesOf(file, directory, tag));
  const exif = orNull(() =>
    role === 'main'
      ? collectExif(file, directory)
      : writeExifBlock(file.littleEndian, { first: [file, directory] }),
  );
  const xmp = blockOf(tags.xmp);
  const resources = blockOf(tags.photoshop);
  const iptc = orNull(() => readIptc(file, directory));
  // Photoshop stores IPTC beside its other resources.
  const photoshop = iptc ? withIptc(resources ?? new Uint8Array(0), iptc) : resources;
  const density = readDensity(file, directory);
  return {
    ...(density && { density }),
    ...(exif && { exif }),
    ...(xmp && { xmp }),
    ...(photoshop && { photoshop }),
  };
}
