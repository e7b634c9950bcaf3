// Removes locations from metadata. Loaded only when requested.
import type { MetadataBlocks } from './blocks.ts';
import { mainIfds, tags, wipeIfd, wipeValue } from './exif.ts';
import { cleanPhotoshop } from './photoshop.ts';
import { removeEntry } from './remove-entry.ts';
import { readEntries, readNumber, readTiff } from './tiff.ts';
import { decodeXmp, exifNamespace, mapXmp, type Properties, removeProperties } from './xmp.ts';

/**
 * The altitude's tag; the GPS tags before it are lower. IFD 0 and the Exif IFD have no tags this
 * low, unless the GPS pointer leads to them.
 */
const maxPlaceTag = 6;

/**
 * A copy of the block without any location. Wipes and unlinks the GPS IFD and the maker note, where
 * several makers store coordinates or place names. `null` when the block is no TIFF structure.
 */
export function withoutExifLocation(block: Uint8Array): Uint8Array | null {
  const tiff = readTiff(block.slice());
  if (!tiff) return null;
  for (const ifd of mainIfds(tiff)) {
    // Backwards, because removing an entry moves those after it.
    for (const entry of readEntries(tiff, ifd).toReversed()) {
      const { tag, at } = entry;
      if (tag === tags.gpsIfd)
        // Some readers ignore the pointer's type.
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

/** Properties that say where a photo was taken, or where its subject is. */
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

/** Names that mean a location in any namespace, known or not. */
const placeName =
  /GPS(?:Latitude|Longitude|Position|Coordinates)|(?:^|[:\s<])(?:Latitude|Longitude)\b/i;

/** The same in words for people: names of a place, degrees with what follows them, or two numbers as precise as a place. */
const placeText =
  /GPS|latitude|longitude|location|\d\s?[\u00b0\u00ba]\s?[\dNSEWO]|\d\.\d{3,12}[\u00b0\u00ba]?\s?[NSEWO]?[\s,;/]{1,4}[NSEWO]?\s?-?\d{1,3}\.\d{3}/i;

/**
 * The packet without any location. `null`, so that it is dropped, when it is not UTF-8 or when
 * coordinates remain that the engine cannot remove.
 */
export function withoutXmpLocation(packet: Uint8Array): Uint8Array | null {
  const text = decodeXmp(packet);
  if (text === null) return null;
  const cleaned = removeProperties(text, location);
  return placeName.test(cleaned) ? null : new TextEncoder().encode(cleaned);
}

/** The blocks without any location. Drops a block that cannot be cleaned reliably. */
export function removeLocation(blocks: MetadataBlocks): MetadataBlocks {
  const { exif, photoshop, texts } = blocks;
  const cleanTexts = texts?.filter(({ keyword, text }) => !placeText.test(`${keyword} ${text}`));
  const cleanExif = exif && withoutExifLocation(exif);
  const cleanResources = photoshop && cleanPhotoshop(photoshop, { keepsLocation: false });
  return {
    ...(cleanTexts && { texts: cleanTexts }),
    ...(cleanExif && { exif: cleanExif }),
    ...mapXmp(blocks, withoutXmpLocation),
    ...(cleanResources && { photoshop: cleanResources }),
  };
}
