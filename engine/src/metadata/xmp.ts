import type { MetadataBlocks } from './blocks.ts';

/**
 * Edits XMP packets as text: a worker has no XML parser, and a packet that is written anew loses what
 * its writer put in. Properties are found by namespace, whatever prefix the packet gives it.
 * (ISO 16684-1, RDF/XML serialization: a property is an attribute or an element.)
 */
interface Properties {
  namespace: string;
  /** A regular expression for the local names. */
  names: string;
}

const exif = 'http://ns.adobe.com/exif/1.0/';
const tiff = 'http://ns.adobe.com/tiff/1.0/';
const photoshop = 'http://ns.adobe.com/photoshop/1.0/';
const iptcCore = 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/';
const iptcExtension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const xmpBasic = 'http://ns.adobe.com/xap/1.0/';
const note = 'http://ns.adobe.com/xmp/note/';
const hdrGainMap = 'http://ns.adobe.com/hdr-gain-map/1.0/';
const appleGainMap = 'http://ns.apple.com/HDRGainMap/1.0/';
const googleCamera = 'http://ns.google.com/photos/1.0/camera/';
const googleContainer = 'http://ns.google.com/photos/1.0/container/';

/** Anything that says where a photo was taken or where what it shows lies. */
const location: Properties[] = [
  { namespace: exif, names: 'GPS\\w+' },
  { namespace: photoshop, names: 'City|State|Country' },
  { namespace: iptcCore, names: 'Location|CountryCode' },
  { namespace: iptcExtension, names: 'Location\\w*' },
  { namespace: 'http://cipa.jp/exif/1.0/', names: 'GPS\\w+' },
  { namespace: 'http://ns.adobe.com/lightroom/1.0/', names: 'hierarchicalSubject' },
  { namespace: 'http://www.metadataworkinggroup.com/schemas/collections/', names: 'Collections' },
  { namespace: 'http://ns.microsoft.com/photo/1.0/', names: 'LocationName' },
  { namespace: 'http://www.digikam.org/ns/1.0/', names: 'LocationName' },
];

/** What is no longer true of an upright, re-encoded picture. */
const outdated: Properties[] = [
  {
    namespace: tiff,
    names:
      'Orientation|ImageWidth|ImageLength|Compression|BitsPerSample|SamplesPerPixel|PhotometricInterpretation',
  },
  { namespace: exif, names: 'PixelXDimension|PixelYDimension' },
  { namespace: xmpBasic, names: 'Thumbnails' },
];

/** What points to pictures and videos behind the main picture, which a re-encoded file does not have. */
const trailers: Properties[] = [
  { namespace: hdrGainMap, names: '\\w+' },
  { namespace: appleGainMap, names: '\\w+' },
  { namespace: googleContainer, names: 'Directory' },
  { namespace: googleCamera, names: 'MotionPhoto\\w*|MicroVideo\\w*' },
];

function decode(packet: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(packet);
  } catch {
    return null;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function prefixesOf(text: string, namespace: string): string[] {
  const declaration = new RegExp(
    `xmlns:([\\w.-]+)\\s*=\\s*["']${escapeRegExp(namespace)}["']`,
    'g',
  );
  return [...new Set([...text.matchAll(declaration)].map((match) => match[1]!))];
}

function removeProperties(text: string, all: readonly Properties[]): string {
  let result = text;
  for (const { namespace, names } of all) {
    for (const prefix of prefixesOf(result, namespace)) {
      const name = `${escapeRegExp(prefix)}:(?:${names})`;
      result = result
        .replace(new RegExp(`<(${name})(?:\\s[^>]*)?/>`, 'g'), '')
        .replace(new RegExp(`<(${name})(?:\\s[^>]*)?>[\\s\\S]*?</\\1\\s*>`, 'g'), '')
        .replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');
    }
  }
  return result;
}

/** In XMP: the five that XML names, and characters by number. */
const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

function unescapeXml(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!).trim();
}

/**
 * The values of a property, one for a simple property and several for an array; `null` when the packet
 * does not have it. Structures have no values.
 */
export function readXmpProperty(
  packet: Uint8Array,
  namespace: string,
  name: string,
): string[] | null {
  const text = decode(packet) ?? '';
  for (const prefix of prefixesOf(text, namespace)) {
    const qualified = escapeRegExp(`${prefix}:${name}`);
    const attribute = new RegExp(`\\s${qualified}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(text);
    if (attribute) return [unescapeXml(attribute[1] ?? attribute[2]!)];
    const element = new RegExp(`<${qualified}(?:\\s[^>]*)?>([^]*?)</${qualified}\\s*>`).exec(text);
    if (!element) continue;
    const items = [...element[1]!.matchAll(/<rdf:li(?:\s[^>]*)?>([^<]*)<\/rdf:li\s*>/g)];
    if (items.length > 0) return items.map((item) => unescapeXml(item[1]!));
    if (!element[1]!.includes('<')) return [unescapeXml(element[1]!)];
  }
  return null;
}

/** A packet of these `rdf:Description` elements (XMP specification part 1, 7.3). */
export function writeXmpPacket(descriptions: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `${descriptions}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );
}

/**
 * The packet with a further `rdf:Description`, or a new packet that holds it alone; `null` when there
 * is no place for one.
 */
export function addXmpDescription(
  packet: Uint8Array | undefined,
  description: string,
): Uint8Array<ArrayBuffer> | null {
  if (packet === undefined) return writeXmpPacket(description);
  const text = decode(packet);
  const end = text?.lastIndexOf('</rdf:RDF') ?? -1;
  if (text === null || end < 0) return null;
  return new TextEncoder().encode(text.slice(0, end) + description + text.slice(end));
}

/** The packet with what no longer holds taken out; `null` when it is not UTF-8. */
export function describeUprightXmp(packet: Uint8Array): Uint8Array | null {
  const text = decode(packet);
  return text === null
    ? null
    : new TextEncoder().encode(removeProperties(text, [...outdated, ...trailers]));
}

/** The packet without what points to pictures and videos behind the main one; `null` when it is not UTF-8. */
export function withoutXmpTrailers(packet: Uint8Array): Uint8Array | null {
  const text = decode(packet);
  return text === null ? null : new TextEncoder().encode(removeProperties(text, trailers));
}

/** The packet without its reference to an extension that does not go along; `null` when it is not UTF-8. */
export function withoutXmpExtension(packet: Uint8Array): Uint8Array | null {
  const text = decode(packet);
  return text === null
    ? null
    : new TextEncoder().encode(
        removeProperties(text, [{ namespace: note, names: 'HasExtendedXMP' }]),
      );
}

/** Names that a place hides behind in any namespace, known or not. */
const placeName =
  /GPS(?:Latitude|Longitude|Position|Coordinates)|(?:^|[:\s<])(?:Latitude|Longitude)\b/i;

/**
 * The packet without any place. `null`, so that it is dropped, when it is not UTF-8 or when coordinates
 * are left that the engine does not know how to take out.
 */
export function withoutXmpLocation(packet: Uint8Array): Uint8Array | null {
  const text = decode(packet);
  if (text === null) return null;
  const cleaned = removeProperties(text, location);
  return placeName.test(cleaned) ? null : new TextEncoder().encode(cleaned);
}

/** True when the packet says that a video goes with the picture (Google's motion photo). */
export function mentionsVideo(packet: Uint8Array): boolean {
  return /\b(?:MotionPhoto|MicroVideo)\s*(?:=\s*["']|>)\s*1/.test(decode(packet) ?? '');
}

/** True when a place can be read from the packet. */
export function hasXmpLocation(packet: Uint8Array): boolean {
  return /GPSLatitude/.test(decode(packet) ?? '');
}

/** The `rdf:Description` elements of a packet. */
function descriptionsOf(text: string): string {
  const [, inner = ''] = /<rdf:RDF(?:\s[^>]*)?>([\s\S]*)<\/rdf:RDF\s*>/.exec(text) ?? [];
  return inner;
}

/** One packet for formats without JPEG's limit of 64 kB: with its extension, or else without word of one. */
export function wholeXmp({ xmp, extendedXmp }: MetadataBlocks): Uint8Array | undefined {
  if (!xmp || !extendedXmp) return xmp;
  return mergeExtendedXmp(xmp, extendedXmp.packet) ?? withoutXmpExtension(xmp) ?? undefined;
}

/** `null` when the two don't fit together. */
function mergeExtendedXmp(packet: Uint8Array, extension: Uint8Array): Uint8Array | null {
  const [main, more] = [decode(packet), decode(extension)];
  if (main === null || more === null) return null;
  const inner = descriptionsOf(more);
  const end = main.lastIndexOf('</rdf:RDF');
  if (inner === '' || end < 0) return null;
  const outerNamespaces = /<rdf:RDF(\s[^>]*)?>/.exec(more)?.[1] ?? '';
  // Namespaces that the extension declares above its descriptions would be lost with the wrapper.
  if (/xmlns:(?!rdf\b)/.test(outerNamespaces)) return null;
  const merged = main.slice(0, end) + inner + main.slice(end);
  return withoutXmpExtension(new TextEncoder().encode(merged));
}
