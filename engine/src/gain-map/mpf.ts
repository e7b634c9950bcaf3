import { bytesOfU16, bytesOfU32 } from '../bytes/big-endian.ts';
import { readU16Little, readU32Little } from '../bytes/little-endian.ts';
import { joinBytes, startsWith } from '../bytes/join.ts';
import { readU16, readU32, readBytes, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';

/** Start of the payload of a JPEG's APP2 that lists further pictures (CIPA DC-007). */
export const mpfMark = 'MPF\0';

/** An entry of the list. */
export interface MpfEntry {
  /** Offset from the start of the file, and size, in bytes. */
  start: number;
  size: number;
  /** Type (5.2.3.3.1); see `mpfKinds`. */
  kind: number;
}

/** Types of pictures by their relation to the first. Other numbers are previews of it. */
export const mpfKinds = {
  unnamed: 0,
  panorama: 0x02_00_01,
  otherEye: 0x02_00_02,
  angle: 0x02_00_03,
};

const tagEntries = 0xb002;
const entryBytes = 16;

/** More than any camera writes. */
const maxEntries = 64;

/**
 * Reads the list of pictures without the primary one. Offsets and sizes are not validated. Empty
 * for a broken list.
 *
 * @param payload Payload after the mark. Offsets count from its start.
 * @param at Its offset in the file.
 */
export function readMpf(payload: Uint8Array, at: number): MpfEntry[] {
  const little = startsWith(payload, 'II*\0');
  if (!little && !startsWith(payload, 'MM\0*')) return [];
  const [read16, read32] = little ? [readU16Little, readU32Little] : [readU16, readU32];
  try {
    const ifd = sliceOf(payload, read32(sliceOf(payload, 4)));
    const tags = read16(ifd);
    for (let tag = 0; tag < tags; tag++) {
      const entry = sliceOf(readBytes(ifd, 12));
      if (read16(entry) !== tagEntries) continue;
      read16(entry);
      const count = Math.min(Math.floor(read32(entry) / entryBytes), maxEntries);
      const list = sliceOf(payload, read32(entry));
      return Array.from({ length: count }, () => {
        const kind = read32(list) & 0xff_ff_ff;
        const size = read32(list);
        const offset = read32(list);
        read32(list);
        return { start: offset === 0 ? 0 : at + offset, size, kind };
      }).filter(({ start }) => start > 0);
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  return [];
}

const typeLong = 4;
const typeUndefined = 7;

/** Offsets of both pictures' entries from the start of the list, without its mark. */
export const entriesAt = [50, 50 + entryBytes] as const;

/** Type of the file's primary picture. */
const primaryKind = 0x03_00_00;

/** Payload of an APP2 that lists two pictures. `closeHead` fills in their sizes. */
export function writeMpf(): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder();
  return joinBytes([
    text.encode(`${mpfMark}MM\0*`),
    bytesOfU32(8),
    bytesOfU16(3),
    // Version, number of pictures, entries.
    bytesOfU16(0xb000, typeUndefined),
    bytesOfU32(4),
    text.encode('0100'),
    bytesOfU16(0xb001, typeLong),
    bytesOfU32(1, 2),
    bytesOfU16(tagEntries, typeUndefined),
    bytesOfU32(2 * entryBytes, entriesAt[0]),
    bytesOfU32(0),
    bytesOfU32(primaryKind, 0, 0, 0),
    bytesOfU32(mpfKinds.unnamed, 0, 0, 0),
  ]);
}
