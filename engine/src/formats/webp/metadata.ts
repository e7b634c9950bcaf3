import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { wholeXmp } from '../../metadata/xmp.ts';
import { readWebp, vp8xFlags, writeWebp, type RiffChunk, type WebpFile } from './container.ts';

function extendedHeader({ width, height, hasAlpha, animated }: WebpFile, more: number): RiffChunk {
  const data = new Uint8Array(10);
  const view = new DataView(data.buffer);
  data[0] = more | (hasAlpha ? vp8xFlags.alpha : 0) | (animated ? vp8xFlags.animation : 0);
  view.setUint32(4, width - 1, true);
  // The height's 24 bits overlap the width's top byte, which is 0, so it is written second.
  view.setUint16(7, (height - 1) & 0xffff, true);
  data[9] = (height - 1) >> 16;
  return { type: 'VP8X', data };
}

const described = new Set(['VP8X', 'ICCP', 'EXIF', 'XMP ']);

/** Puts metadata and profile into a WebP file in place of what it has (RFC 9649 section 2.7: the order of chunks). */
export function setWebpMetadata(
  webp: Uint8Array,
  metadata: MetadataBlocks,
  icc: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const file = readWebp(webp);
  const { exif } = metadata;
  const packet = wholeXmp(metadata);
  const rest = file.chunks.filter(({ type }) => !described.has(type));
  const flags =
    (icc ? vp8xFlags.icc : 0) | (exif ? vp8xFlags.exif : 0) | (packet ? vp8xFlags.xmp : 0);
  // A simple file, one chunk, stays simple.
  if (flags === 0 && rest.length === 1) return writeWebp(rest);
  return writeWebp([
    extendedHeader(file, flags),
    ...(icc ? [{ type: 'ICCP', data: icc }] : []),
    ...rest,
    ...(exif ? [{ type: 'EXIF', data: exif }] : []),
    ...(packet ? [{ type: 'XMP ', data: packet }] : []),
  ]);
}
