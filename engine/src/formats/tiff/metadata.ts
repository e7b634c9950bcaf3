import { joinBytes } from '../../bytes/join.ts';
import { orNull } from '../../errors.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { writeIptcResource } from '../../metadata/photoshop.ts';
import type { PictureRole } from '../../options.ts';
import { bytesOf, type Directory, type TiffFile } from './directories.ts';
import { collectExif, writeExifBlock } from './exif-block.ts';
import { tags } from './tags.ts';

/** Every dataset of IPTC begins with it. */
const datasetMark = 0x1c;
const typeLong = 4;

/** IPTC's bytes; some programs call them numbers of 32 bits, and swap them. */
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

/**
 * What a directory says of its picture; what is damaged of it is left out. Where a photo was taken, and how, is said of
 * the main one alone.
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
  const photoshop = resources ?? (iptc && writeIptcResource(iptc));
  return { ...(exif && { exif }), ...(xmp && { xmp }), ...(photoshop && { photoshop }) };
}
