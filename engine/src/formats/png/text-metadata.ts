import { decodeText } from '../../bytes/decode-text.ts';
import type { MetadataBlocks, TextEntry } from '../../metadata/blocks.ts';
import { datasetMark, writeIptcResource } from '../../metadata/photoshop.ts';
import type { Chunk } from './chunks.ts';
import { inflateBounded, type Room } from '../../bytes/deflate.ts';

/** Limit for one packet, and for all packets of a file together. */
const maxInflated = 16 * 1024 * 1024;

const xmpKeyword = 'XML:com.adobe.xmp';

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Section 11.3.3: what a text chunk is called, and its text in the chunk's encoding, compressed or not. */
interface TextChunk {
  keyword: string;
  isCompressed: boolean;
  data: Uint8Array;
}

/** `null` for a chunk that holds no text. */
function openTextChunk({ type, data }: Chunk): TextChunk | null {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 1 || !['tEXt', 'zTXt', 'iTXt'].includes(type)) return null;
  const keyword = latin(data.subarray(0, keywordEnd));
  if (type === 'tEXt') return { keyword, isCompressed: false, data: data.subarray(keywordEnd + 1) };
  if (type === 'zTXt') return { keyword, isCompressed: true, data: data.subarray(keywordEnd + 2) };
  // A compression flag and method, a language, and the keyword in it.
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = data.indexOf(0, languageEnd + 1);
  if (languageEnd < 0 || translatedEnd < 0) return null;
  return {
    keyword,
    isCompressed: data[keywordEnd + 1] === 1,
    data: data.subarray(translatedEnd + 1),
  };
}

/** The text as it is, if there is room for it. */
async function inflateText(chunk: TextChunk, room: Room): Promise<Uint8Array | null> {
  return chunk.isCompressed ? inflateBounded(chunk.data, room) : chunk.data;
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
 * The keyword of a raw profile, which ImageMagick wrote before eXIf existed. Its text is a name, a
 * length and hexadecimal digits.
 */
const rawProfile = /^Raw profile type (\w+)$/;

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
  else if (kind === 'iptc' && bytes[0] === datasetMark)
    metadata.photoshop ??= writeIptcResource(bytes);
}

/** The most that all texts of a file may take. Larger ones hold a program's data. */
const maxTextBytes = 4 * 1024 * 1024;

/** Keywords that other software can read. A text with another keyword becomes a comment. */
const usualKeyword = /^[\x21-\x7e](?:[\x20-\x7e]{0,77}[\x21-\x7e])?$/;

/**
 * Reads Exif, XMP and IPTC from eXIf and iTXt, or from raw profiles in text chunks where those are
 * missing, and all other texts.
 */
export async function readPngMetadata(chunks: Chunk[]): Promise<MetadataBlocks> {
  const metadata: MetadataBlocks = {};
  const room = { bytes: maxInflated };
  const textRoom = { bytes: maxTextBytes };
  const texts: TextEntry[] = [];
  const raw: RawProfile[] = [];
  const exif = chunks.find(({ type }) => type === 'eXIf')?.data;
  if (exif) metadata.exif = exif;
  for (const each of chunks) {
    const chunk = openTextChunk(each);
    if (!chunk) continue;
    const [, kind] = rawProfile.exec(chunk.keyword) ?? [];
    const isXmp = each.type === 'iTXt' && chunk.keyword === xmpKeyword;
    const data = await inflateText(chunk, kind || isXmp ? room : textRoom);
    if (!data) continue;
    if (isXmp) metadata.xmp ??= data;
    else if (kind) raw.push({ kind, bytes: readProfileText(data) });
    else {
      if (!chunk.isCompressed) textRoom.bytes -= data.length;
      const text = each.type === 'iTXt' ? decodeText(data) : latin(data);
      const keyword = usualKeyword.test(chunk.keyword) ? chunk.keyword : 'Comment';
      if (textRoom.bytes >= 0 && text.trim() !== '') texts.push({ keyword, text });
    }
  }
  for (const profile of raw) if (profile.bytes.length > 0) addRawProfile(metadata, profile);
  return { ...metadata, ...(texts.length > 0 && { texts }) };
}
