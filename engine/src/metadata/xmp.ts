import { joinBytes } from '../bytes/join.ts';
import type { MetadataBlocks } from './blocks.ts';

/**
 * Edits XMP packets as text: workers have no XML parser, and rewriting a packet would lose what its
 * writer put in. Finds properties by namespace, whatever prefix the packet uses. (ISO 16684-1,
 * RDF/XML serialization: a property is an attribute or an element.)
 */
export interface Properties {
  namespace: string;
  /** A regular expression that matches local names. */
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

/** Properties that an upright, re-encoded picture makes wrong. */
const outdated: Properties[] = [
  {
    namespace: tiff,
    names:
      'Orientation|ImageWidth|ImageLength|Compression|BitsPerSample|SamplesPerPixel|PhotometricInterpretation',
  },
  { namespace: exifNamespace, names: 'PixelXDimension|PixelYDimension' },
  { namespace: xmpBasic, names: 'Thumbnails' },
  // Whole pictures in base64, which show what was later cropped away.
  { namespace: 'http://ns.google.com/photos/1.0/depthmap/', names: '\\w+' },
  { namespace: 'http://ns.google.com/photos/1.0/image/', names: '\\w+' },
];

/** References to pictures and videos after the main picture, which a re-encoded file lacks. */
export const trailers: readonly Properties[] = [
  { namespace: hdrGainMap, names: '\\w+' },
  { namespace: appleGainMap, names: '\\w+' },
  { namespace: googleContainer, names: 'Directory' },
  { namespace: `${dynamicDepth}container/`, names: 'Directory' },
  { namespace: `${dynamicDepth}device/`, names: '\\w+' },
  { namespace: googleCamera, names: 'MotionPhoto\\w*|MicroVideo\\w*' },
  // The same video as described by Oppo and Vivo.
  {
    namespace: 'http://ns.oplus.com/photos/1.0/camera/',
    names: 'MotionPhoto\\w*|OLivePhoto\\w*|VideoLength',
  },
  { namespace: 'http://ns.vivo.com/photos/1.0/camera/', names: 'VMotionPhoto\\w*' },
];

/**
 * Decodes a packet from UTF-8 or UTF-16, detected by its first bytes (ISO 16684-1, 7.1). `null` for
 * any other encoding.
 */
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

/** The prefixes that the text declares for a namespace. */
export function prefixesOf(text: string, namespace: string): string[] {
  const declaration = new RegExp(
    `xmlns:([\\w.-]+)\\s*=\\s*["']${escapeRegExp(namespace)}["']`,
    'g',
  );
  return [...new Set([...text.matchAll(declaration)].map((match) => match[1]!))];
}

/**
 * Returns a function that searches from `from` on with a global expression. After a miss it never
 * searches again.
 */
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
 * Removes a prefix's properties in a single pass over the text, whatever it contains: an extension
 * may have megabytes.
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

/** XML's five named entities. XMP has only these and numeric ones. */
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
 * The values of a property: one for a simple property, several for an array. `null` when the packet
 * lacks it. Structures have no values.
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
 * The value of a simple property that may have megabytes, such as a base64 picture. `null` when the
 * text lacks it. Takes a single pass over the text, whatever it contains.
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

/** The GUID of the packet's extension (XMP specification part 3, 1.1.3.1). */
export function findXmpExtension(packet: Uint8Array): string | null {
  return readXmpProperty(packet, note, 'HasExtendedXMP')?.[0] ?? null;
}

/**
 * U+FEFF. Written as bytes, because a character above U+00FF makes browsers store the whole script
 * with two bytes per character, which is slower to parse.
 */
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

/** A packet with these `rdf:Description` elements (XMP specification part 1, 7.3). */
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
 * Adds an `rdf:Description` to a packet, or creates a packet with it alone. `null` when the packet
 * has no place for one.
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

/** The packet without these properties. `null` when it cannot be decoded. */
export function withoutProperties(
  packet: Uint8Array,
  all: readonly Properties[],
): Uint8Array | null {
  const text = decodeXmp(packet);
  return text === null ? null : new TextEncoder().encode(removeProperties(text, all));
}

/** The packet without outdated properties. `null` when it cannot be decoded. */
export function describeUprightXmp(packet: Uint8Array): Uint8Array | null {
  return withoutProperties(packet, [...outdated, ...trailers]);
}

/**
 * The packet without the reference to its extension, which is dropped. `null` when it cannot be
 * decoded.
 */
function withoutXmpExtension(packet: Uint8Array): Uint8Array | null {
  return withoutProperties(packet, [{ namespace: note, names: 'HasExtendedXMP' }]);
}

/**
 * Applies `clean` to a packet and its extension. When the packet is dropped, so is the extension;
 * when the extension is dropped, so is the packet's reference to it.
 */
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

/** Whether the packet announces a video (Google's motion photo). */
export function mentionsVideo(packet: Uint8Array): boolean {
  return /\b(?:MotionPhoto|MicroVideo)\s*(?:=\s*["']|>)\s*1/.test(decodeXmp(packet) ?? '');
}

/** Occurs in packets that describe further pictures in the file. */
const pictureWords =
  /photos\/1\.0\/(?:depthmap|image)\/|photos\/dd\/1\.0\/|Semantic\s*=\s*["'](?:Depth|Original)["']/;

/** Whether the packet may name further pictures. */
export function mentionsPictures(packet: Uint8Array): boolean {
  return pictureWords.test(decodeXmp(packet) ?? '');
}

/** Whether the packet contains a location. */
export function hasXmpLocation(packet: Uint8Array): boolean {
  return /GPSLatitude/.test(decodeXmp(packet) ?? '');
}

/**
 * The opening tag around a packet's `rdf:Description` elements, and these elements. `null` when
 * there is none.
 */
function openRdf(text: string): { tag: string; inner: string } | null {
  const start = text.search(/<rdf:RDF[\s>]/);
  const open = start < 0 ? -1 : text.indexOf('>', start);
  const end = text.lastIndexOf('</rdf:RDF');
  if (open < 0 || end <= open) return null;
  return { tag: text.slice(start, open), inner: text.slice(open + 1, end) };
}

/**
 * A single packet for formats without JPEG's limit of 64 kB: merged with its extension, or
 * otherwise without a reference to it.
 */
export function wholeXmp({ xmp, extendedXmp }: MetadataBlocks): Uint8Array | undefined {
  if (!xmp || !extendedXmp) return xmp;
  return mergeExtendedXmp(xmp, extendedXmp.packet) ?? withoutXmpExtension(xmp) ?? undefined;
}

/** Merges packet and extension. `null` when they do not fit together. */
function mergeExtendedXmp(packet: Uint8Array, extension: Uint8Array): Uint8Array | null {
  const [main, more] = [decodeXmp(packet), decodeXmp(extension)];
  if (main === null || more === null) return null;
  const rdf = openRdf(more);
  const end = main.lastIndexOf('</rdf:RDF');
  if (rdf === null || end < 0) return null;
  // Dropping the extension's wrapper would lose namespaces declared on it.
  if (/xmlns:(?!rdf\b)/.test(rdf.tag)) return null;
  const merged = main.slice(0, end) + rdf.inner + main.slice(end);
  return withoutXmpExtension(new TextEncoder().encode(merged));
}
