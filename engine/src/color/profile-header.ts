import { orNull } from '../errors.ts';
import {
  readBytes,
  readFourCC,
  readU16,
  readU32,
  remaining,
  skip,
  sliceOf,
  type Slice,
} from '../bytes/reader.ts';

export const headerSize = 128;

/** The profile's tags by signature. Throws `corrupt-file`. */
export function readTags(slice: Slice): Map<string, Slice> {
  const tags = new Map<string, Slice>();
  const count = readU32(slice);
  for (let index = 0; index < count; index++) {
    const signature = readFourCC(slice);
    const offset = readU32(slice);
    const size = readU32(slice);
    tags.set(signature, sliceOf(slice.bytes, offset, offset + size));
  }
  return tags;
}

/** `desc` is ASCII in version 2 (10.24 of the 2001 edition), localized UTF-16 in version 4. */
export function readName(slice: Slice | undefined): string {
  if (!slice) return '';
  const start = slice.position;
  const type = readFourCC(slice);
  skip(slice, 4);
  if (type === 'desc') {
    const size = Math.min(readU32(slice), remaining(slice));
    return new TextDecoder('latin1').decode(readBytes(slice, size)).replace(/\0.*$/s, '');
  }
  if (type !== 'mluc' || readU32(slice) === 0) return '';
  skip(slice, 8);
  const length = readU32(slice);
  const offset = readU32(slice);
  const text = sliceOf(slice.bytes, start + offset, start + offset + length);
  let name = '';
  while (remaining(text) >= 2) name += String.fromCharCode(readU16(text));
  return name.replace(/\0.*$/s, '');
}

/** The profile's display name. Empty where it has none that is readable. */
export function readProfileName(bytes: Uint8Array): string {
  return orNull(() => readName(readTags(sliceOf(bytes, headerSize)).get('desc'))) ?? '';
}

/** The profile's device color space, such as `RGB `. Empty where the bytes are no profile. */
function spaceOf(bytes: Uint8Array): string {
  return bytes.length > headerSize ? readFourCC(sliceOf(bytes, 16)) : '';
}

/** Whether the bytes are a profile for single-channel pictures. */
export function isGrayProfile(bytes: Uint8Array): boolean {
  return spaceOf(bytes) === 'GRAY';
}

/** Whether a profile can apply to a gray or RGB picture. Browsers ignore others. */
export function fitsPicture(bytes: Uint8Array, gray: boolean): boolean {
  const space = spaceOf(bytes);
  return space === 'RGB ' || (gray && space === 'GRAY') || space === '';
}
