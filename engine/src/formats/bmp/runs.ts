import { readBytes, readU8, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { opaqueAlpha } from '../../planes/raster.ts';
import { type BmpHeader, compressions, readBmpPalette } from './header.ts';

const kinds: readonly number[] = [compressions.rle8, compressions.rle4, compressions.rle24];

/** Whether the compression can skip pixels. */
export function isInRuns({ compression }: BmpHeader): boolean {
  return kinds.includes(compression);
}

/** How one kind of run-length coding stores pixels. Each pixel is an RGBA number. */
interface RunPixels {
  /** The pixels that alternate in a run. */
  readTurns(slice: Slice): readonly number[];
  /** The pixels of a literal stretch, which is padded to an even number of bytes. */
  readStretch(slice: Slice, count: number): readonly number[];
}

/** Reads a stretch's bytes. */
function readPadded(slice: Slice, size: number): Uint8Array {
  const bytes = readBytes(slice, size);
  if (size % 2 === 1) skip(slice, 1);
  return bytes;
}

/** Converts three bytes per pixel: blue, green and red. */
function pixelsOf(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length / 3 }, (_, index) => {
    const at = index * 3;
    return bytes[at + 2]! | (bytes[at + 1]! << 8) | (bytes[at]! << 16) | opaqueAlpha;
  });
}

const trueColors: RunPixels = {
  readTurns: (slice) => pixelsOf(readBytes(slice, 3)),
  readStretch: (slice, count) => pixelsOf(readPadded(slice, 3 * count)),
};

function bytesOfPalette(palette: Uint32Array): RunPixels {
  const pixelOf = (index: number): number => palette[index]!;
  return {
    readTurns: (slice) => [pixelOf(readU8(slice))],
    readStretch: (slice, count) => Array.from(readPadded(slice, count), pixelOf),
  };
}

function nibblesOfPalette(palette: Uint32Array): RunPixels {
  const pair = (byte: number): number[] => [palette[byte >> 4]!, palette[byte & 15]!];
  return {
    readTurns: (slice) => pair(readU8(slice)),
    readStretch: (slice, count) =>
      [...readPadded(slice, Math.ceil(count / 2))].flatMap(pair).slice(0, count),
  };
}

function runPixelsOf(bytes: Uint8Array, header: BmpHeader): RunPixels {
  if (header.compression === compressions.rle24) return trueColors;
  const palette = new Uint32Array(readBmpPalette(bytes, header).buffer);
  return header.compression === compressions.rle4
    ? nibblesOfPalette(palette)
    : bytesOfPalette(palette);
}

/**
 * Decodes runs, literal stretches and moves to RGBA ([MS-WMF] 3.1.6). Skipped pixels stay
 * transparent. Returns after how many pixels the file ends; all, where the picture does.
 */
export function paintRuns(
  bytes: Uint8Array,
  header: BmpHeader,
  data: Uint8ClampedArray<ArrayBuffer>,
): number {
  const { width, height, topDown, dataStart } = header;
  const told = runPixelsOf(bytes, header);
  const out = new Uint32Array(data.buffer);
  const slice = sliceOf(bytes, dataStart);
  let x = 0;
  let row = 0;
  const put = (pixel: number) => {
    // The standard requires bottom-up rows here, but some writers ignore that.
    const y = topDown ? row : height - 1 - row;
    if (x < width) out[y * width + x] = pixel;
    x += 1;
  };
  /** Returns whether the picture goes on. */
  const paintNext = (): boolean => {
    const count = readU8(slice);
    if (count > 0) {
      const turns = told.readTurns(slice);
      for (let i = 0; i < count; i++) put(turns[i % turns.length]!);
      return true;
    }
    const mark = readU8(slice);
    if (mark === 0) {
      x = 0;
      row += 1;
    } else if (mark === 2) {
      x += readU8(slice);
      row += readU8(slice);
    } else if (mark > 2) {
      for (const pixel of told.readStretch(slice, mark)) put(pixel);
    }
    return mark !== 1 && row < height;
  };
  try {
    while (paintNext());
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'corrupt-file')) throw error;
    return row * width + Math.min(x, width);
  }
  return width * height;
}
