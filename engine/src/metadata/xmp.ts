import { joinBytes } from '../bytes/join.ts';
import type { MetadataBlocks } from './blocks.ts';

/**
 * Edits XMP packets as text: a worker has no XML parser, and a packet that is written anew loses what
 * its writer put in. Properties are found by namespace, whatever prefix the packet gives it.
 * (ISO 16684-1, RDF/XML serialization: a property is an attribute or an element.)
 */
export interface Properties {
  namespace: string;
  /** A regular expression for the local names. */
  names: string;
}

export const exifNamespace = 'http://ns.adobe.com/exif/1.0/';
const tiff = 'http://ns.adobe.com/tiff/1.0/';
const xmpBasic = 'http://ns.adobe.com/xap/1.0/';
const note = 'http://ns.adobe.com/xmp/note/';
const hdrGainMap = 'http://ns.adobe.com/hdr-gain-map/1.0/';
const appleGainMap = 'http://ns.apple.com/HDRGainMap/1.0/';
export const googleCamera = 'http://ns.google.com/photos/1.0/camera/';
export const googleContainer = 'http://ns.google.com/photos/1.0/container/';
const dynamicDepth = 'http://ns.google.com/photos/dd/1.0/';

/** What is no longer true of an upright, re-encoded picture. */
const outdated: Properties[] = [
  {
    namespace: tiff,
    names:
      'Orientation|ImageWidth|ImageLength|Compression|BitsPerSample|SamplesPerPixel|PhotometricInterpretation',
  },
  { namespace: exifNamespace, names: 'PixelXDimension|PixelYDimension' },
  { namespace: xmpBasic, names: 'Thumbnails' },
  // Whole pictures in base64, of all that the picture showed before it was cropped.
  { namespace: 'http://ns.google.com/photos/1.0/depthmap/', names: '\\w+' },
  { namespace: 'http://ns.google.com/photos/1.0/image/', names: '\\w+' },
];

/** What points to pictures and videos behind the main picture, which a re-encoded file does not have. */
export const trailers: readonly Properties[] = [
  { namespace: hdrGainMap, names: '\\w+' },
  { namespace: appleGainMap, names: '\\w+' },
  { namespace: googleContainer, names: 'Directory' },
  { namespace: `${dynamicDepth}container/`, names: 'Directory' },
  { namespace: `${dynamicDepth}device/`, names: '\\w+' },
  { namespace: googleCamera, names: 'MotionPhoto\\w*|MicroVideo\\w*' },
  // What Oppo and Vivo say of the same video in words of their own.
  {
    namespace: 'http://ns.oplus.com/photos/1.0/camera/',
    names: 'MotionPhoto\\w*|OLivePhoto\\w*|VideoLength',
  },
  { namespace: 'http://ns.vivo.com/photos/1.0/camera/', names: 'VMotionPhoto\\w*' },
];

/** The packet's text, in UTF-8 or UTF-16 as its first bytes show (ISO 16684-1, 7.1); `null` when it is neither. */
export function decodeXmp(packet: Uint8Array): string | null {
  const [first = 1, second = 1] = packet;
  const isBig = first === 0 || first === 0xfe;
  const isLittle = second === 0 || first === 0xff;
  const encoding = isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(packet);
  } catch {
    return null;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Which prefixes the text has for a namespace. */
export function prefixesOf(text: string, namespace: string): string[] {
  const declaration = new RegExp(
    `xmlns:([\\w.-]+)\\s*=\\s*["']${escapeRegExp(namespace)}["']`,
    'g',
  );
  return [...new Set([...text.matchAll(declaration)].map((match) => match[1]!))];
}

/** Searches with a global expression from `from` on; looks no more once it has found nothing. */
function searcher(pattern: RegExp, text: string): (from: number) => number | null {
  let isOver = false;
  return (from) => {
    if (isOver) return null;
    pattern.lastIndex = from;
    isOver = pattern.exec(text) === null;
    return isOver ? null : pattern.lastIndex;
  };
}

/**
 * The text without the properties of one prefix. An extension may have megabytes, so it is gone over once,
 * whatever is in it.
 */
function removePrefixed(text: string, prefix: string, names: string): string {
  const start = new RegExp(
    `[\\s<](${escapeRegExp(prefix)}:(?:${names}))(?=(\\s*=\\s*["'])|[\\s/>])`,
    'g',
  );
  const findTagEnd = searcher(/>/g, text);
  const findQuote = { '"': searcher(/"/g, text), "'": searcher(/'/g, text) };
  const findClosing = new Map<string, ReturnType<typeof searcher>>();
  const findEnd = (from: number, name: string, assigned: string | undefined): number | null => {
    if (text[from] !== '<')
      return assigned === undefined
        ? null
        : findQuote[assigned.at(-1) as '"' | "'"](from + 1 + name.length + assigned.length);
    const tagEnd = findTagEnd(from);
    if (tagEnd === null || text[tagEnd - 2] === '/') return tagEnd;
    const closing =
      findClosing.get(name) ?? searcher(new RegExp(`</${escapeRegExp(name)}\\s*>`, 'g'), text);
    findClosing.set(name, closing);
    return closing(tagEnd);
  };
  let kept = '';
  let at = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const end = findEnd(found.index, found[1]!, found[2]);
    if (end === null) continue;
    kept += text.slice(at, found.index);
    at = end;
    start.lastIndex = end;
  }
  return kept + text.slice(at);
}

export function removeProperties(text: string, all: readonly Properties[]): string {
  let result = text;
  for (const { namespace, names } of all) {
    for (const prefix of prefixesOf(result, namespace)) {
      result = removePrefixed(result, prefix, names);
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
  const text = decodeXmp(packet) ?? '';
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

/**
 * The value of a simple property that may be megabytes long, as pictures in base64 are; `null` when the
 * text does not have it. Goes over the text once, whatever is in it.
 */
export function findLongXmpProperty(text: string, namespace: string, name: string): string | null {
  for (const prefix of prefixesOf(text, namespace)) {
    const start = new RegExp(`([\\s<])${escapeRegExp(`${prefix}:${name}`)}(\\s*=\\s*["']|[\\s>])`);
    const found = start.exec(text);
    if (!found) continue;
    const [begin, before, after = ''] = found;
    const isElement = before === '<';
    const opened = found.index + begin.length - 1;
    const from = isElement ? text.indexOf('>', opened) : opened;
    const to = from < 0 ? -1 : text.indexOf(isElement ? '<' : after.at(-1)!, from + 1);
    if (to >= 0) return text.slice(from + 1, to);
  }
  return null;
}

/** The GUID of the extension that a packet names (XMP specification part 3, 1.1.3.1). */
export function findXmpExtension(packet: Uint8Array): string | null {
  return readXmpProperty(packet, note, 'HasExtendedXMP')?.[0] ?? null;
}

/**
 * U+FEFF. As a character of the source, the only one above U+00FF, it would have browsers keep the whole script in two
 * bytes a character, and take longer to read it.
 */
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

/** A packet of these `rdf:Description` elements (XMP specification part 1, 7.3). */
export function writeXmpPacket(descriptions: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return joinBytes([
    encoder.encode('<?xpacket begin="'),
    byteOrderMark,
    encoder.encode(
      '" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        `${descriptions}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    ),
  ]);
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
  const text = decodeXmp(packet);
  const end = text?.lastIndexOf('</rdf:RDF') ?? -1;
  if (text === null || end < 0) return null;
  return new TextEncoder().encode(text.slice(0, end) + description + text.slice(end));
}

/** The packet without these properties; `null` when it is no text. */
export function withoutProperties(
  packet: Uint8Array,
  all: readonly Properties[],
): Uint8Array | null {
  const text = decodeXmp(packet);
  return text === null ? null : new TextEncoder().encode(removeProperties(text, all));
}

/** The packet with what no longer holds taken out; `null` when it is no text. */
export function describeUprightXmp(packet: Uint8Array): Uint8Array | null {
  return withoutProperties(packet, [...outdated, ...trailers]);
}

/** The packet without its reference to an extension that does not go along; `null` when it is no text. */
function withoutXmpExtension(packet: Uint8Array): Uint8Array | null {
  return withoutProperties(packet, [{ namespace: note, names: 'HasExtendedXMP' }]);
}

/** Treats the packet and its extension alike. Neither is left without what the other says of it. */
export function mapXmp(
  { xmp, extendedXmp }: MetadataBlocks,
  clean: (packet: Uint8Array) => Uint8Array | null,
): Pick<MetadataBlocks, 'xmp' | 'extendedXmp'> {
  const main = xmp && clean(xmp);
  if (!main) return {};
  const packet = extendedXmp && clean(extendedXmp.packet);
  if (packet) return { xmp: main, extendedXmp: { guid: extendedXmp.guid, packet } };
  const alone = withoutXmpExtension(main);
  return alone ? { xmp: alone } : {};
}

/** True when the packet says that a video goes with the picture (Google's motion photo). */
export function mentionsVideo(packet: Uint8Array): boolean {
  return /\b(?:MotionPhoto|MicroVideo)\s*(?:=\s*["']|>)\s*1/.test(decodeXmp(packet) ?? '');
}

/** What words about further pictures of a file have in them. */
const pictureWords =
  /photos\/1\.0\/(?:depthmap|image)\/|photos\/dd\/1\.0\/|Semantic\s*=\s*["'](?:Depth|Original)["']/;

/** True when the packet may name pictures beside the one that it is about. */
export function mentionsPictures(packet: Uint8Array): boolean {
  return pictureWords.test(decodeXmp(packet) ?? '');
}

/** True when a place can be read from the packet. */
export function hasXmpLocation(packet: Uint8Array): boolean {
  return /GPSLatitude/.test(decodeXmp(packet) ?? '');
}

/** What wraps the `rdf:Description` elements of a packet, and these; `null` when nothing does. */
function openRdf(text: string): { tag: string; inner: string } | null {
  const start = text.search(/<rdf:RDF[\s>]/);
  const open = start < 0 ? -1 : text.indexOf('>', start);
  const end = text.lastIndexOf('</rdf:RDF');
  if (open < 0 || end <= open) return null;
  return { tag: text.slice(start, open), inner: text.slice(open + 1, end) };
}

/** One packet for formats without JPEG's limit of 64 kB: with its extension, or else without word of one. */
export function wholeXmp({ xmp, extendedXmp }: MetadataBlocks): Uint8Array | undefined {
  if (!xmp || !extendedXmp) return xmp;
  return mergeExtendedXmp(xmp, extendedXmp.packet) ?? withoutXmpExtension(xmp) ?? undefined;
}

/** `null` when the two don't fit together. */
function mergeExtendedXmp(packet: Uint8Array, extension: Uint8Array): Uint8Array | null {
  const [main, more] = [decodeXmp(packet), decodeXmp(extension)];
  if (main === null || more === null) return null;
  const rdf = openRdf(more);
  const end = main.lastIndexOf('</rdf:RDF');
  if (rdf === null || end < 0) return null;
  // Namespaces that the extension declares above its descriptions would be lost with the wrapper.
  if (/xmlns:(?!rdf\b)/.test(rdf.tag)) return null;
  const merged = main.slice(0, end) + rdf.inner + main.slice(end);
  return withoutXmpExtension(new TextEncoder().encode(merged));
}
