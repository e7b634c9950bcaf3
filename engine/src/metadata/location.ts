// Takes places out of metadata: loaded where that is asked for.
import type { MetadataBlocks } from './blocks.ts';
import { mainIfds, tags, wipeIfd, wipeValue } from './exif.ts';
import { cleanPhotoshop } from './photoshop.ts';
import { removeEntry } from './remove-entry.ts';
import { readEntries, readNumber, readTiff } from './tiff.ts';
import { decodeXmp, exifNamespace, mapXmp, type Properties, removeProperties } from './xmp.ts';

/** The GPS IFD's tags up to the altitude. No other IFD has one of these, unless the pointer calls it GPS's. */
const maxPlaceTag = 6;

/**
 * A copy of the block without any place: the GPS IFD is wiped and unlinked, and so is the maker note,
 * where several makers keep coordinates or names of places. `null` when the block is no TIFF structure.
 */
export function withoutExifLocation(block: Uint8Array): Uint8Array | null {
  const tiff = readTiff(block.slice());
  if (!tiff) return null;
  for (const ifd of mainIfds(tiff)) {
    // From the last one on, as those behind an entry move.
    for (const entry of readEntries(tiff, ifd).toReversed()) {
      const { tag, at } = entry;
      if (tag === tags.gpsIfd)
        // There are readers to whom the pointer's type does not matter.
        wipeIfd(tiff, readNumber(tiff, entry) ?? tiff.view.getUint32(at + 8, tiff.littleEndian));
      else if (tag === tags.makerNote || tag <= maxPlaceTag) wipeValue(tiff, entry);
      else continue;
      removeEntry(tiff, ifd, entry);
    }
  }
  return tiff.bytes;
}

const iptcCore = 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/';
const iptcExtension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Anything that says where a photo was taken or where what it shows lies. */
const location: Properties[] = [
  { namespace: exifNamespace, names: 'GPS\\w+' },
  { namespace: 'http://ns.adobe.com/photoshop/1.0/', names: 'City|State|Country' },
  { namespace: iptcCore, names: 'Location|CountryCode' },
  { namespace: iptcExtension, names: 'Location\\w*' },
  { namespace: 'http://cipa.jp/exif/1.0/', names: 'GPS\\w+' },
  { namespace: 'http://ns.adobe.com/lightroom/1.0/', names: 'hierarchicalSubject' },
  { namespace: 'http://www.metadataworkinggroup.com/schemas/collections/', names: 'Collections' },
  { namespace: 'http://ns.microsoft.com/photo/1.0/', names: 'LocationName' },
  { namespace: 'http://www.digikam.org/ns/1.0/', names: 'LocationName' },
];

/** Names that a place hides behind in any namespace, known or not. */
const placeName =
  /GPS(?:Latitude|Longitude|Position|Coordinates)|(?:^|[:\s<])(?:Latitude|Longitude)\b/i;

/** The same in words for people. */
const placeText = /GPS|latitude|longitude|location/i;

/**
 * The packet without any place. `null`, so that it is dropped, when it is not UTF-8 or when coordinates
 * are left that the engine does not know how to take out.
 */
export function withoutXmpLocation(packet: Uint8Array): Uint8Array | null {
  const text = decodeXmp(packet);
  if (text === null) return null;
  const cleaned = removeProperties(text, location);
  return placeName.test(cleaned) ? null : new TextEncoder().encode(cleaned);
}

/** The blocks without any place; a block that can't be cleaned for certain is dropped. */
export function removeLocation(blocks: MetadataBlocks): MetadataBlocks {
  const { exif, photoshop, texts } = blocks;
  const cleanTexts = texts?.filter(({ keyword, text }) => !placeText.test(`${keyword} ${text}`));
  const cleanExif = exif && withoutExifLocation(exif);
  const cleanResources = photoshop && cleanPhotoshop(photoshop, false);
  return {
    ...(cleanTexts && { texts: cleanTexts }),
    ...(cleanExif && { exif: cleanExif }),
    ...mapXmp(blocks, withoutXmpLocation),
    ...(cleanResources && { photoshop: cleanResources }),
  };
}
