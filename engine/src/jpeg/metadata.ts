import type { ColorTags, MetadataBlocks } from '../raster.ts';

const app1 = 0xe1;
const app2 = 0xe2;

/** A segment's length field has 16 bits and counts itself. */
const maxPayload = 65_533;

const exifMark = 'Exif\0\0';
const xmpMark = 'http://ns.adobe.com/xap/1.0/\0';
const iccMark = 'ICC_PROFILE\0';

function segment(marker: number, mark: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = mark.length + parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(4 + size);
  bytes.set([0xff, marker, (size + 2) >> 8, (size + 2) & 0xff]);
  bytes.set(new TextEncoder().encode(mark), 4);
  let at = 4 + mark.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** ICC.1:2022 annex B.4: the profile in numbered chunks. */
function iccSegments(profile: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const room = maxPayload - iccMark.length - 2;
  const count = Math.ceil(profile.length / room);
  if (count > 255) return [];
  return Array.from({ length: count }, (_, index) =>
    segment(
      app2,
      iccMark,
      new Uint8Array([index + 1, count]),
      profile.subarray(index * room, (index + 1) * room),
    ),
  );
}

/**
 * Puts metadata into a bare JPEG, right after the start of image and an APP0 that may follow it.
 * Exif and XMP blocks that don't fit a segment are left out.
 */
export function addJpegMetadata(
  jpeg: Uint8Array<ArrayBuffer>,
  metadata: MetadataBlocks,
  color: ColorTags,
): Uint8Array<ArrayBuffer>[] {
  const segments: Uint8Array<ArrayBuffer>[] = [];
  if (metadata.exif && metadata.exif.length + exifMark.length <= maxPayload) {
    segments.push(segment(app1, exifMark, metadata.exif));
  }
  if (metadata.xmp && metadata.xmp.length + xmpMark.length <= maxPayload) {
    segments.push(segment(app1, xmpMark, metadata.xmp));
  }
  if (color.icc) segments.push(...iccSegments(color.icc));
  const hasApp0 = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  const head = hasApp0 ? 4 + (((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0)) : 2;
  return [jpeg.subarray(0, head), ...segments, jpeg.subarray(head)];
}
