import { readBytes, readFourCC, readU32, skip, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { fillMissing } from '../../planes/missing.ts';
import type { Raster } from '../../planes/raster.ts';
import { type Chunk, crc32, isIntact, signatureLength } from './chunks.ts';
import {
  bandBytes,
  makeRaster,
  type Pass,
  passesOf,
  rowBytes,
  RowReader,
  samplesOf,
} from './decode.ts';
import { type PngHeader, readPngColor, readPngHeader } from './header.ts';
import { Inflater } from './inflater.ts';
import { RowUnfilter } from './row-unfilter.ts';

/** A damaged file's chunks. */
interface DamagedChunks {
  chunks: Chunk[];
  /** Whether the header's checksum is right, so that the size is beyond doubt. */
  isHeaderSound: boolean;
}

/** Length and name before a chunk's data, and the checksum after it. */
const [prefixBytes, checksumBytes] = [8, 4];

/** Size of IHDR, which is always the first chunk. */
const headerBytes = 13;

/** Chunks without which there is no picture (section 11.2). */
const needed = new Set(['IHDR', 'PLTE', 'IDAT']);

const letters = /^[A-Za-z]{4}$/;

/** Offset of the next chunk that is named IDAT or IEND, or of the end of the file. */
function findNext(bytes: Uint8Array, from: number): number {
  const initial = 0x49;
  const first = from + 4;
  for (let at = bytes.indexOf(initial, first); at !== -1; at = bytes.indexOf(initial, at + 1)) {
    if (at + 4 > bytes.length) break;
    const name = readFourCC(sliceOf(bytes, at));
    if (name === 'IDAT' || name === 'IEND') return at - 4;
  }
  return bytes.length;
}

/** Whether the file ends here, or a chunk seems to begin. */
function isBoundary(bytes: Uint8Array, at: number): boolean {
  if (at === bytes.length) return true;
  return at + prefixBytes <= bytes.length && letters.test(readFourCC(sliceOf(bytes, at + 4)));
}

/** Whether data with the checksum behind it belong to a chunk of samples whose name is damaged. */
function areSamples(data: Uint8Array): boolean {
  const named = new Uint8Array(4 + data.length);
  named.set(new TextEncoder().encode('IDAT'));
  named.set(data, 4);
  const checksum = new DataView(data.buffer, data.byteOffset + data.length, checksumBytes);
  return checksum.getUint32(0) === crc32(named);
}

/** Gives the palette a gray for every index that it has no color for. */
function completePalette(chunk: Chunk): Chunk {
  if (chunk.type !== 'PLTE') return chunk;
  const data = new Uint8Array(768).fill(0x80);
  data.set(chunk.data.subarray(0, data.length));
  return { ...chunk, data };
}

/**
 * Reads the chunks of a damaged file as far as they go. Skips damaged ones that the picture can be decoded without.
 * Where a length cannot be right, the chunk lasts until the next one of samples.
 */
export function readDamagedChunks(bytes: Uint8Array): DamagedChunks {
  const chunks: Chunk[] = [];
  let isHeaderSound = false;
  let at = signatureLength;
  while (at + prefixBytes <= bytes.length) {
    const slice = sliceOf(bytes, at);
    const isFirst = at === signatureLength;
    const length = isFirst ? headerBytes : readU32(slice);
    if (isFirst) skip(slice, 4);
    const type = readFourCC(slice);
    if (type === 'IEND') break;
    const start = slice.position;
    const behind = start + length + checksumBytes;
    const isInside = behind <= bytes.length;
    const isSound = isInside && isIntact({ type, data: bytes.subarray(start, start + length) });
    if (isFirst) isHeaderSound = isSound;
    const isBounded = isSound || (isInside && isBoundary(bytes, behind));
    at = isBounded ? behind : findNext(bytes, start);
    const room = Math.max(0, at === bytes.length ? at - start : at - checksumBytes - start);
    const data = readBytes(slice, Math.min(length, room));
    if (isSound || needed.has(type)) chunks.push(completePalette({ type, data }));
    else if (isBounded && areSamples(data)) chunks.push({ type: 'IDAT', data });
  }
  return { chunks, isHeaderSound };
}

/** The rows of one pass that can be read. */
class PassReader {
  readonly #rows: RowReader;
  readonly #stride: number;
  readonly #pass: Pass;
  readonly #width: number;

  constructor(chunks: Chunk[], header: PngHeader, pass: Pass, raster: Raster, un: RowUnfilter) {
    this.#rows = new RowReader(chunks, header, pass, raster.data, un);
    this.#stride = 1 + rowBytes(pass.width, header);
    this.#pass = pass;
    this.#width = header.width;
  }

  /** Reads until something is wrong, and returns how many rows were right. */
  read(inflater: Inflater): number {
    const { x, y, stepY, height } = this.#pass;
    const bandRows = Math.max(1, Math.floor(bandBytes / this.#stride));
    for (let top = 0; top < height;) {
      const wanted = Math.min(bandRows, height - top);
      const filtered = inflater.readAvailable(wanted * this.#stride);
      const count = this.#countSound(filtered);
      const start = (y + top * stepY) * this.#width + x;
      if (count > 0)
        this.#rows.add(filtered.subarray(0, count * this.#stride), start, stepY * this.#width);
      top += count;
      if (count < wanted) return top;
    }
    return height;
  }

  /** Complete rows before the first one with an unknown filter (section 9.2). */
  #countSound(filtered: Uint8Array): number {
    const count = Math.floor(filtered.length / this.#stride);
    for (let row = 0; row < count; row++) if (filtered[row * this.#stride]! > 4) return row;
    return count;
  }
}

/** Copies the pixels of an interlaced picture's pass, from row `first` on, from those of the passes before. */
function guessRows(data: Raster['data'], width: number, pass: Pass, first: number): void {
  // Of every two pixels that a pass moves together, it reads the second.
  const back = (pass.y * width + pass.x) * 4;
  for (let row = first; row < pass.height; row++) {
    let to = ((pass.y + row * pass.stepY) * width + pass.x) * 4;
    for (let column = 0; column < pass.width; column++, to += pass.stepX * 4)
      for (let channel = 0; channel < 4; channel++) data[to + channel] = data[to - back + channel]!;
  }
}

/**
 * Decodes what can be read. Pixels of an interlaced picture that no pass has reached repeat their neighbors, and count
 * as missing too. Throws `corrupt-file` where there is nothing.
 *
 * @param isHeaderSound Otherwise the samples must be exactly as many as the header says.
 */
export async function decodeDamagedPng(chunks: Chunk[], isHeaderSound: boolean): Promise<Raster> {
  const header = readPngHeader(chunks);
  const { width, height } = header;
  const inflater = await Inflater.create(samplesOf(chunks));
  const unfilter = await RowUnfilter.create();
  const raster = makeRaster(header, height);
  if (raster.opaque) fillMissing(raster.data, 0, width * height);
  let read = 0;
  let isOver = false;
  for (const pass of passesOf(header)) {
    const rows: number = isOver
      ? 0
      : new PassReader(chunks, header, pass, raster, unfilter).read(inflater);
    isOver ||= rows < pass.height;
    read += rows * pass.width;
    if (header.interlaced) guessRows(raster.data, width, pass, rows);
  }
  const isExact = !isOver && inflater.readAvailable(1).length === 0;
  if (read === 0 || !(isHeaderSound || isExact))
    throw new EngineError('corrupt-file', 'PNG: no pixels can be read');
  const missing = 1 - read / (width * height);
  const color = await readPngColor(chunks);
  return { ...raster, color, ...(isOver ? { missing } : { mayBeDamaged: true }) };
}
