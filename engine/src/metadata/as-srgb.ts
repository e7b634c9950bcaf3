// Corrects what metadata says about color after a conversion to sRGB.
import type { MetadataBlocks } from './blocks.ts';
import { mainIfds, writeNumber } from './exif.ts';
import { colorSpace, findInteroperability, interoperability } from './exif-color.ts';
import { removeEntry } from './remove-entry.ts';
import { readEntries, readTiff, typeShort, valueRange } from './tiff.ts';
import { exifNamespace, mapXmp, type Properties, withoutProperties } from './xmp.ts';

/** Numeric descriptions of color: TransferFunction, WhitePoint, PrimaryChromaticities and Gamma. */
const numberTags = new Set([0x012d, 0x013e, 0x013f, 0xa500]);

function describeExif(block: Uint8Array): Uint8Array {
  const tiff = readTiff(block.slice());
  if (!tiff) return block;
  for (const ifd of mainIfds(tiff)) {
    const index = findInteroperability(tiff, ifd);
    const range = index && valueRange(tiff, index);
    const [from = 0, to = 0] = range ?? [];
    const words = new TextDecoder('latin1').decode(tiff.bytes.subarray(from, to));
    if (words.startsWith(interoperability.adobe))
      tiff.bytes.set(new TextEncoder().encode(interoperability.srgb), from);
    for (const entry of readEntries(tiff, ifd).toReversed()) {
      if (entry.tag === colorSpace.tag && entry.type === typeShort)
        writeNumber(tiff, entry, colorSpace.srgb);
      if (numberTags.has(entry.tag)) removeEntry(tiff, ifd, entry);
    }
  }
  return tiff.bytes;
}

const ofColors: Properties[] = [
  { namespace: exifNamespace, names: 'ColorSpace' },
  { namespace: 'http://cipa.jp/exif/1.0/', names: 'InteroperabilityIndex|Gamma' },
  {
    namespace: 'http://ns.adobe.com/tiff/1.0/',
    names: 'TransferFunction|WhitePoint|PrimaryChromaticities',
  },
  { namespace: 'http://ns.adobe.com/photoshop/1.0/', names: 'ICCProfile' },
];

/** The blocks without any description of the original colors. */
export function describeSrgb({ exif, photoshop, ...packets }: MetadataBlocks): MetadataBlocks {
  return {
    ...(exif && { exif: describeExif(exif) }),
    ...mapXmp(packets, (packet) => withoutProperties(packet, ofColors)),
    ...(photoshop && { photoshop }),
  };
}
