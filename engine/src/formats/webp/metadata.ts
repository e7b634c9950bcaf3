import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { wholeXmp } from '../../metadata/xmp.ts';
import { extendedHeader, readWebp, writeWebp } from './container.ts';
import { vp8xFlags } from './vp8x-flags.ts';

const described = new Set(['VP8X', 'ICCP', 'EXIF', 'XMP ']);

/** Replaces a WebP file's metadata and profile (RFC 9649 section 2.7: the order of chunks). */
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
  // A file with a single chunk stays in the simple format.
  if (flags === 0 && rest.length === 1) return writeWebp(rest);
  return writeWebp([
    extendedHeader(file, flags),
    ...(icc ? [{ type: 'ICCP', data: icc }] : []),
    ...rest,
    ...(exif ? [{ type: 'EXIF', data: exif }] : []),
    ...(packet ? [{ type: 'XMP ', data: packet }] : []),
  ]);
}
