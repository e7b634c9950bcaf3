import { textAt, u32At } from '../../bytes/file-parts.ts';
import { readU16Little, readU32Little } from '../../bytes/little-endian.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { skip, type Slice, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';

/** A picture of an icon or cursor, according to its own header. */
export interface IconEntry {
  kind: 'png' | 'bitmap';
  /** File offsets; `end` is exclusive. */
  start: number;
  end: number;
  width: number;
  height: number;
  /** Bits per pixel. Palettes have up to 8. */
  bits: number;
  /** Bits per pixel according to the directory. Zero for cursors. */
  statedBits: number;
}

/** A picture according to the directory. */
interface Stated {
  bits: number;
  size: number;
  start: number;
}

/** Rows are padded to four bytes. */
export const strideOf = (width: number, bits: number): number => Math.ceil((width * bits) / 32) * 4;

/** An icon has about ten pictures; a damaged one might claim 65,535. */
const maxEntries = 1024;

/** Bytes at a picture's start that identify it. */
const headBytes = 40;

const pngMark = '\x89PNG\r\n\x1a\n';

/** Samples per pixel, by PNG color type. */
const pngSamples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Reads a picture's own header, because the directory is often wrong. `null` where there is no
 * picture.
 */
function readEntry(bytes: Uint8Array, stated: Stated): IconEntry | null {
  const { start, size, bits: statedBits } = stated;
  if (start + headBytes > bytes.length) return null;
  if (textAt(bytes, start, 8) === pngMark) {
    const [width, height] = [u32At(bytes, start + 16), u32At(bytes, start + 20)];
    const bits = bytes[start + 24]! * (pngSamples[bytes[start + 25]!] ?? 0);
    // A PNG states its own end.
    return { kind: 'png', start, end: bytes.length, width, height, bits, statedBits };
  }
  const { needed, ...facts } = readBitmapHead(sliceOf(bytes, start));
  // A size too small for the rows is wrong; browsers ignore the stated size.
  const end = size < needed ? bytes.length : Math.min(start + size, bytes.length);
  return { kind: 'bitmap', start, end, ...facts, statedBits };
}

/** `needed` is the size of a bitmap in bytes, without its mask. */
function readBitmapHead(slice: Slice): Size & { bits: number; needed: number } {
  const headerSize = readU32Little(slice);
  const isCore = headerSize === 12;
  const read = isCore ? readU16Little : readU32Little;
  const [width, doubled] = [read(slice), read(slice)];
  skip(slice, 2);
  const bits = readU16Little(slice);
  skip(slice, 16);
  const stated = isCore ? 0 : readU32Little(slice);
  const colors = bits > 8 ? 0 : stated || 2 ** bits;
  const height = Math.abs(doubled | 0) >> 1;
  const needed = headerSize + colors * (isCore ? 3 : 4) + strideOf(width, bits) * height;
  return { width, height, bits, needed };
}

/** The pictures that have pixels, the best first, as `chooseEntry` sees it. Throws `corrupt-file` when there is none. */
export function listEntries(bytes: Uint8Array, onRead: OnRead = () => {}): IconEntry[] {
  onRead(0, 6);
  const slice = sliceOf(bytes);
  skip(slice, 2);
  const isCursor = readU16Little(slice) === 2;
  const count = Math.min(readU16Little(slice), maxEntries);
  onRead(0, 6 + 16 * count);
  const entries: IconEntry[] = [];
  for (let index = 0; index < count; index++) {
    skip(slice, 6);
    // Cursors store the hot spot here.
    const [field, size] = [readU16Little(slice), readU32Little(slice)];
    const stated = { bits: isCursor ? 0 : field, size, start: readU32Little(slice) };
    onRead(stated.start, stated.start + headBytes);
    const entry = readEntry(bytes, stated);
    if (entry && entry.width * entry.height > 0) entries.push(entry);
  }
  if (entries.length === 0) throw new EngineError('corrupt-file', 'ICO: no picture inside');
  return entries.toSorted((a, b) => Number(isBetter(b, a)) - Number(isBetter(a, b)));
}

/**
 * Chooses the picture with the most pixels, and of those the one with the most bits. For equal PNGs
 * the directory decides, as it tells which were made from fewer colors. Throws `corrupt-file` when
 * there is none.
 */
export function chooseEntry(bytes: Uint8Array, onRead: OnRead = () => {}): IconEntry {
  const best = listEntries(bytes, onRead)[0]!;
  onRead(best.start, best.end);
  return best;
}

function isBetter(entry: IconEntry, than: IconEntry): boolean {
  const [pixels, other] = [entry, than].map(({ width, height }) => width * height);
  if (pixels !== other) return pixels! > other!;
  return entry.bits === than.bits ? entry.statedBits > than.statedBits : entry.bits > than.bits;
}
