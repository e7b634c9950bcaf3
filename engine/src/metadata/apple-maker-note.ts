import { readBytes, readI32, readU16, readU32, sliceOf, type Slice } from '../bytes/reader.ts';
import { startsWith } from '../bytes/join.ts';
import { orNull } from '../errors.ts';
import { findMakerNote } from './exif.ts';

const mark = 'Apple iOS\0';

/** After the mark come a two-byte version and `MM`: all numbers are big-endian. */
const ifdOffset = 14;

const typeText = 2;
const typeSignedRational = 10;

/** Offsets count from the start of the note. */
function findValue(exif: Uint8Array, tag: number, type: number): Slice | null {
  const note = findMakerNote(exif);
  if (!note || !startsWith(note, mark)) return null;
  const slice = sliceOf(note, Math.min(ifdOffset, note.length));
  const entries = readU16(slice);
  for (let entry = 0; entry < entries; entry++) {
    const [foundTag, foundType, count] = [readU16(slice), readU16(slice), readU32(slice)];
    const size = count * (type === typeText ? 1 : 8);
    if (foundTag !== tag || foundType !== type || count < 1) {
      readU32(slice);
      continue;
    }
    if (size <= 4) return sliceOf(note, slice.position, slice.position + size);
    const offset = readU32(slice);
    return sliceOf(note, offset, offset + size);
  }
  return null;
}

/** Reads a signed fraction from Apple's maker note in an Exif block. `null` when it is missing. */
export function findAppleNumber(exif: Uint8Array, tag: number): number | null {
  return orNull(() => {
    const value = findValue(exif, tag, typeSignedRational);
    if (!value) return null;
    const [numerator, denominator] = [readI32(value), readI32(value)];
    return denominator === 0 ? null : numerator / denominator;
  });
}

/** Reads a text from Apple's maker note in an Exif block. `null` when it is missing. */
export function findAppleText(exif: Uint8Array, tag: number): string | null {
  return orNull(() => {
    const value = findValue(exif, tag, typeText);
    if (!value) return null;
    const text = new TextDecoder('latin1').decode(readBytes(value, value.end - value.position));
    return text.replace(/\0.*$/s, '') || null;
  });
}
