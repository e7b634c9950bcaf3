import { textAt } from '../../bytes/file-parts.ts';
import { readU32Little } from '../../bytes/little-endian.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { sliceOf } from '../../bytes/reader.ts';
import { fitsPicture } from '../../color/profile-header.ts';

/** BITMAPV5HEADER after the file header. Profile offsets count from its start. */
const [headerStart, headerBytes] = [14, 124];

/**
 * PROFILE_EMBEDDED as stored, little-endian. The other kind names an external file, which is not
 * available.
 */
const embedded = 'DEBM';

/** Larger profiles are ignored. */
const maxProfile = 16 * 1024 * 1024;

/** The ICC profile of a BMP ([MS-WMF] 2.2.2.5). `null` when there is none that is usable. */
export function readBmpProfile(bytes: Uint8Array, onRead: OnRead = () => {}): Uint8Array | null {
  onRead(0, headerStart + headerBytes);
  if (bytes.length < headerStart + headerBytes) return null;
  const size = readU32Little(sliceOf(bytes, headerStart));
  if (size < headerBytes || textAt(bytes, headerStart + 56) !== embedded) return null;
  const place = sliceOf(bytes, headerStart + 112);
  const start = headerStart + readU32Little(place);
  const end = start + readU32Little(place);
  if (end === start || end > bytes.length || end - start > maxProfile) return null;
  onRead(start, end);
  const icc = bytes.subarray(start, end);
  return fitsPicture(icc, false) ? icc : null;
}
