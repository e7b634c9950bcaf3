import { bytesOfU32 } from '../../bytes/big-endian.ts';
import { joinBytes } from '../../bytes/join.ts';
import type { MetadataBlocks, TextEntry } from '../../metadata/blocks.ts';
import { type Density, meterPerInch } from '../../metadata/density.ts';
import { wholeXmp } from '../../metadata/xmp.ts';
import { readChunks, signatureLength, writeChunk } from './chunks.ts';
import { deflate } from '../../bytes/deflate.ts';

function latin(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Section 11.3.2.3: a name, the compression method, the compressed profile. */
async function iccChunk(icc: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return writeChunk('iCCP', latin('icc\0\0'), await deflate([new Uint8Array(icc)]));
}

/** Section 11.3.4.3: pixels per meter, or the pixel aspect ratio. */
function densityChunk({ x, y, isPerInch }: Density): Uint8Array<ArrayBuffer> {
  const scale = isPerInch ? meterPerInch : 1;
  const pixels = bytesOfU32(Math.round(x / scale), Math.round(y / scale));
  return writeChunk('pHYs', pixels, Uint8Array.of(isPerInch ? 1 : 0));
}

/** Section 11.3.3. ASCII goes into tEXt, which more readers know; other text into iTXt, as UTF-8. */
function textChunk({ keyword, text }: TextEntry): Uint8Array<ArrayBuffer> {
  if (/^[\t\n\x20-\x7e]*$/.test(text)) return writeChunk('tEXt', latin(`${keyword}\0${text}`));
  return writeChunk('iTXt', latin(`${keyword}\0\0\0\0\0${text}`));
}

/**
 * Chunks for profile, density, Exif (eXIf), texts and XMP (uncompressed iTXt; XMP specification part 3,
 * 1.1.5).
 */
export async function describingChunks(
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { exif, density } = metadata;
  const packet = wholeXmp(metadata);
  return [
    ...(icc ? [await iccChunk(icc)] : []),
    ...(density ? [densityChunk(density)] : []),
    ...(exif ? [writeChunk('eXIf', exif)] : []),
    ...(metadata.texts ?? []).map(textChunk),
    ...(packet ? [writeChunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0'), packet)] : []),
  ];
}

/** Chunks that may describe people and places, or that are rewritten (section 11.3). */
const described = new Set(['eXIf', 'iTXt', 'tEXt', 'zTXt', 'tIME']);

/** Chunks that describe color (section 4.3), in order of precedence. */
const coloring = new Set(['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP']);

/** Replaces the metadata of a PNG and, if one is given, the profile. Keeps the pixels. */
export async function setPngMetadata(
  png: Uint8Array,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = readChunks(png).filter(
    ({ type }) =>
      !described.has(type) &&
      !(icc && coloring.has(type)) &&
      !(metadata.density && type === 'pHYs'),
  );
  const [header, ...rest] = chunks.map(({ type, data }) => writeChunk(type, data));
  return joinBytes([
    png.subarray(0, signatureLength),
    header!,
    ...(await describingChunks(metadata, icc)),
    ...rest,
  ]);
}
