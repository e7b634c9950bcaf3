import type { MetadataBlocks } from '../../metadata/blocks.ts';
import type { Chunk } from './chunks.ts';
import { inflateBounded, type Room } from '../../bytes/deflate.ts';

/** Limit for one packet, and for all packets of a file together. */
const maxInflated = 16 * 1024 * 1024;

const xmpKeyword = 'XML:com.adobe.xmp';

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Section 11.3.3.4, iTXt: keyword, compression flag and method, language, translated keyword, text. */
async function readXmp(data: Uint8Array, room: Room): Promise<Uint8Array | null> {
  const keywordEnd = data.indexOf(0);
  if (latin(data.subarray(0, keywordEnd)) !== xmpKeyword) return null;
  const compressed = data[keywordEnd + 1] === 1;
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = data.indexOf(0, languageEnd + 1);
  if (languageEnd < 0 || translatedEnd < 0) return null;
  const text = data.subarray(translatedEnd + 1);
  return compressed ? inflateBounded(text, room) : text;
}

interface RawProfile {
  /** `exif`, `APP1`, `xmp`, `iptc`, `8bim`. */
  kind: string;
  bytes: Uint8Array;
}

const space = 32;

/** Value of a hexadecimal digit; 255 for anything else. */
const digitValues = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value++) {
  for (const digit of [value.toString(16), value.toString(16).toUpperCase()]) {
    digitValues[digit.charCodeAt(0)] = value;
  }
}

/** Decodes pairs of hexadecimal digits, with or without white space, up to any other character. */
function readHex(text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  let digits = 0;
  for (const character of text) {
    if (character <= space) continue;
    const value = digitValues[character]!;
    if (value > 15) break;
    bytes[digits >> 1]! |= digits & 1 ? value : value << 4;
    digits++;
  }
  return bytes.subarray(0, digits >> 1);
}

/**
 * Before the text: a line with the name (possibly several words), then the length; or both in one
 * line.
 */
const profileHead = /^\s*(?:[^\n]+\n\s*|\S+\s+)\d{1,10}\s/;

/** A name is of 79 characters at most. */
const maxHead = 200;

function readProfileText(text: Uint8Array): Uint8Array {
  const [head = ''] = profileHead.exec(latin(text.subarray(0, maxHead))) ?? [];
  return readHex(text.subarray(head.length));
}

/**
 * A raw profile, which ImageMagick wrote before eXIf existed: `Raw profile type KIND`, then a name,
 * a length and hexadecimal text.
 */
async function readRawProfile({ type, data }: Chunk, room: Room): Promise<RawProfile | null> {
  const keywordEnd = data.indexOf(0);
  const [, kind] = /^Raw profile type (\w+)$/.exec(latin(data.subarray(0, keywordEnd))) ?? [];
  if (!kind) return null;
  const text =
    type === 'zTXt'
      ? await inflateBounded(data.subarray(keywordEnd + 2), room)
      : data.subarray(keywordEnd + 1);
  const bytes = text && readProfileText(text);
  return bytes && bytes.length > 0 ? { kind, bytes } : null;
}

/**
 * A raw profile is the payload of a JPEG segment with its mark. Exif's mark ends with two zeros,
 * XMP's with one.
 */
function addRawProfile(metadata: MetadataBlocks, { kind, bytes }: RawProfile): void {
  const head = latin(bytes.subarray(0, 32));
  if (head.startsWith('Exif\0\0')) metadata.exif ??= bytes.subarray(6);
  else if (head.startsWith('http://ns.adobe.com/xap/1.0/\0')) metadata.xmp ??= bytes.subarray(29);
  else if (kind === 'exif') metadata.exif ??= bytes;
  else if (kind === 'xmp') metadata.xmp ??= bytes;
  else if (head.startsWith('8BIM')) metadata.photoshop ??= bytes;
}

/**
 * Reads Exif, XMP and IPTC from eXIf and iTXt, or from raw profiles in text chunks where those are
 * missing.
 */
export async function readPngMetadata(chunks: Chunk[]): Promise<MetadataBlocks> {
  const metadata: MetadataBlocks = {};
  const room = { bytes: maxInflated };
  const exif = chunks.find(({ type }) => type === 'eXIf')?.data;
  if (exif) metadata.exif = exif;
  for (const { type, data } of chunks) {
    const xmp = type === 'iTXt' && !metadata.xmp ? await readXmp(data, room) : null;
    if (xmp) metadata.xmp = xmp;
  }
  for (const chunk of chunks) {
    const raw =
      chunk.type === 'zTXt' || chunk.type === 'tEXt' ? await readRawProfile(chunk, room) : null;
    if (raw) addRawProfile(metadata, raw);
  }
  return metadata;
}
