import { textAt, u32At } from '../../bytes/file-parts.ts';
import { readU16Little, readU32Little } from '../../bytes/little-endian.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { skip, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';

/** One of the pictures of an icon or a cursor, as it says itself. */
export interface IconEntry {
  kind: 'png' | 'bitmap';
  /** Bytes of the file. */
  start: number;
  end: number;
  width: number;
  height: number;
  /** Of a pixel; palettes have up to 8. */
  bits: number;
}

/** An icon has some ten; a damaged one might claim 65,535. */
const maxEntries = 1024;

/** Of a picture's start, so much says what it is. */
const headBytes = 32;

const pngMark = '\x89PNG\r\n\x1a\n';

/** Samples of a pixel, by PNG's color types. */
const pngSamples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** What the picture at `start` says of itself, as the directory is often wrong; `null` where nothing is. */
function readEntry(bytes: Uint8Array, start: number, size: number): IconEntry | null {
  if (start + headBytes > bytes.length) return null;
  const end = Math.min(start + size, bytes.length);
  if (textAt(bytes, start, 8) === pngMark) {
    const [width, height] = [u32At(bytes, start + 16), u32At(bytes, start + 20)];
    const bits = bytes[start + 24]! * (pngSamples[bytes[start + 25]!] ?? 0);
    return { kind: 'png', start, end, width, height, bits };
  }
  const slice = sliceOf(bytes, start);
  const isCore = readU32Little(slice) === 12;
  const read = isCore ? readU16Little : readU32Little;
  const [width, doubled] = [read(slice), read(slice)];
  skip(slice, 2);
  const bits = readU16Little(slice);
  const height = Math.abs(doubled | 0) >> 1;
  return { kind: 'bitmap', start, end, width, height, bits };
}

/**
 * The picture of an icon or a cursor with the longest side, and of these the one with the most bits. Throws
 * `corrupt-file` where there is none.
 */
export function chooseEntry(bytes: Uint8Array, onRead: OnRead = () => {}): IconEntry {
  onRead(0, 6);
  const slice = sliceOf(bytes);
  skip(slice, 4);
  const count = Math.min(readU16Little(slice), maxEntries);
  onRead(0, 6 + 16 * count);
  let best: IconEntry | null = null;
  for (let index = 0; index < count; index++) {
    skip(slice, 8);
    const [size, start] = [readU32Little(slice), readU32Little(slice)];
    onRead(start, start + headBytes);
    const entry = readEntry(bytes, start, size);
    if (entry && entry.width * entry.height > 0 && (!best || isBetter(entry, best))) best = entry;
  }
  if (!best) throw new EngineError('corrupt-file', 'ICO: no picture inside');
  onRead(best.start, best.end);
  return best;
}

function isBetter(entry: IconEntry, than: IconEntry): boolean {
  const [side, other] = [entry, than].map(({ width, height }) => Math.max(width, height));
  return side === other ? entry.bits > than.bits : side! > other!;
}
