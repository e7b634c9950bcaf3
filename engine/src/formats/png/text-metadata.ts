import type { MetadataBlocks } from '../../metadata/blocks.ts';
import type { Chunk } from './chunks.ts';
import { inflateBounded } from './deflate.ts';

/** No packet worth keeping is bigger. */
const maxInflated = 16 * 1024 * 1024;

const xmpKeyword = 'XML:com.adobe.xmp';

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Section 11.3.3.4, iTXt: keyword, compression flag and method, language, translated keyword, text. */
async function readXmp(data: Uint8Array): Promise<Uint8Array | null> {
  const keywordEnd = data.indexOf(0);
  if (latin(data.subarray(0, keywordEnd)) !== xmpKeyword) return null;
  const compressed = data[keywordEnd + 1] === 1;
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = data.indexOf(0, languageEnd + 1);
  if (languageEnd < 0 || translatedEnd < 0) return null;
  const text = data.subarray(translatedEnd + 1);
  return compressed ? inflateBounded(text, maxInflated) : text;
}

interface RawProfile {
  /** `exif`, `APP1`, `xmp`, `iptc`, `8bim`. */
  kind: string;
  bytes: Uint8Array;
}

/** ImageMagick's way before eXIf: `Raw profile type KIND`, then a name, a length and hexadecimal text. */
async function readRawProfile({ type, data }: Chunk): Promise<RawProfile | null> {
  const keywordEnd = data.indexOf(0);
  const [, kind] = /^Raw profile type (\w+)$/.exec(latin(data.subarray(0, keywordEnd))) ?? [];
  if (!kind) return null;
  const text =
    type === 'zTXt'
      ? await inflateBounded(data.subarray(keywordEnd + 2), maxInflated)
      : data.subarray(keywordEnd + 1);
  const [, hex] = /^\s*\w+\s+\d+\s+([0-9a-f\s]+)/i.exec(text ? latin(text) : '') ?? [];
  if (!hex) return null;
  const digits = hex.replace(/\s+/g, '');
  const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  );
  return { kind, bytes };
}

/** A raw profile is a JPEG segment's payload with its mark: Exif's is followed by two zeros, XMP's by one. */
function addRawProfile(metadata: MetadataBlocks, { kind, bytes }: RawProfile): void {
  const head = latin(bytes.subarray(0, 32));
  if (head.startsWith('Exif\0\0')) metadata.exif ??= bytes.subarray(6);
  else if (head.startsWith('http://ns.adobe.com/xap/1.0/\0')) metadata.xmp ??= bytes.subarray(29);
  else if (kind === 'exif') metadata.exif ??= bytes;
  else if (kind === 'xmp') metadata.xmp ??= bytes;
  else if (head.startsWith('8BIM')) metadata.photoshop ??= bytes;
}

/** Exif, XMP and IPTC from eXIf, iTXt and, where those are missing, from raw profiles in text chunks. */
export async function readPngMetadata(chunks: Chunk[]): Promise<MetadataBlocks> {
  const metadata: MetadataBlocks = {};
  const exif = chunks.find(({ type }) => type === 'eXIf')?.data;
  if (exif) metadata.exif = exif;
  for (const { type, data } of chunks) {
    const xmp = type === 'iTXt' && !metadata.xmp ? await readXmp(data) : null;
    if (xmp) metadata.xmp = xmp;
  }
  for (const chunk of chunks) {
    const raw = chunk.type === 'zTXt' || chunk.type === 'tEXt' ? await readRawProfile(chunk) : null;
    if (raw) addRawProfile(metadata, raw);
  }
  return metadata;
}
