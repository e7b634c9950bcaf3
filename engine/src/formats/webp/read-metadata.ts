import { fitsPicture } from '../../color/profile-header.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import type { WebpFile } from './container.ts';

/** Some files wrongly include JPEG's prefix. */
function withoutPrefix(exif: Uint8Array): Uint8Array {
  return exif[0] === 0x45 && exif[1] === 0x78 ? exif.subarray(6) : exif;
}

export function readWebpMetadata({ chunks }: WebpFile): MetadataBlocks & { icc?: Uint8Array } {
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const [exif, xmp, icc] = [find('EXIF'), find('XMP '), find('ICCP')];
  return {
    ...(exif && { exif: withoutPrefix(exif) }),
    ...(xmp && { xmp }),
    ...(icc && icc.length > 128 && fitsPicture(icc, false) && { icc }),
  };
}
