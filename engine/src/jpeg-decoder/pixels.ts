import type { Size } from '../geometry.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import { samplingOf } from '../planes/sampling.ts';
import { align, growMemory } from '../wasm/memory.ts';
import type { JpegFrame } from './frame.ts';
import { leaveToOthers } from './leave-to-others.ts';
import { mcusOf, type RowDecoder } from './mcus.ts';
import type { DecoderModule } from './module.ts';
import { decodedRows } from './window.ts';

/** SIMD code may write this many bytes past the end. */
const slack = 64;

/** Columns of pixels from which on libjpeg interpolates halved chroma. */
const interpolatedWidth = 5;

/** Whether `JpegPixels` gives the pixels that libjpeg gives. */
export function canBePixels({ width, chroma }: Pick<JpegFrame, 'width' | 'chroma'>): boolean {
  return samplingOf(chroma).across === 1 || width >= interpolatedWidth;
}

/** Opaque RGBA rows from the top, about an MCU row at a time. Each is valid until the next. */
export function* pixelBands(
  instance: DecoderModule,
  frame: JpegFrame,
  rowDecoder: RowDecoder,
): Generator<Uint8Array> {
  const { width, height } = frame;
  const { across, down } = samplingOf(frame.chroma);
  const scratch = align(rowDecoder.behind, 64);
  const target = align(scratch + instance.scratchSize({ width }), 64);
  // One more than an MCU row: the last row waits for the chroma below it.
  const behind = target + (mcusOf(frame).height + 1) * width * 4 + slack;
  growMemory(instance.memory, behind, 'the JPEG decoder');
  const windows = decodedRows(instance, frame, rowDecoder, behind);
  let done = 0;
  // The next row of chroma is mixed with the one above it.
  const wanted = (): number => Math.max(0, done - (down - 1));
  for (let next = windows.next(); !next.done; next = windows.next(wanted())) {
    const { planes, rows, top } = next.value;
    const [y, cb, cr] = planes.planes.map(({ byteOffset }) => byteOffset);
    const ready = rows === height ? height : rows - (down - 1);
    instance.toRgba({
      y: y!,
      yStride: planes.strides[0]!,
      cb: cb ?? 0,
      cr: cr ?? 0,
      cStride: planes.strides[1] ?? 0,
      across,
      down,
      width,
      lastChroma: Math.ceil((rows - top) / down) - 1,
      first: done - top,
      rows: ready - done,
      scratch,
      target,
    });
    const bytes = (ready - done) * width * 4;
    done = ready;
    yield new Uint8Array(instance.memory.buffer, target, bytes);
  }
}

/**
 * Opaque pixels with the samples that libjpeg gives, which are decoded while being copied. Rows that
 * are wanted again are decoded again, with all above them. Copying throws `unsupported-feature` for
 * damage, which another decoder may cope with.
 */
export class JpegPixels implements DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly order = 'rgb';
  readonly opaque = true;
  readonly decodesLate = true;
  readonly #start: () => Generator<Uint8Array>;
  #bands: Generator<Uint8Array>;
  /** The part of the newest band that is not copied yet. */
  #rest = new Uint8Array(0);
  #next = 0;

  /** @param start Begins with the first rows. */
  constructor({ width, height }: Size, start: () => Generator<Uint8Array>) {
    this.width = width;
    this.height = height;
    this.#start = start;
    this.#bands = start();
  }

  async copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void> {
    if (top < this.#next) this.#restart();
    this.#read(top - this.#next, () => {});
    this.#read(rows, (part, at) => target.set(part, at));
  }

  #restart(): void {
    this.close();
    this.#bands = this.#start();
    this.#rest = new Uint8Array(0);
    this.#next = 0;
  }

  /** Advances by `rows` rows, passing them to `take` in parts. */
  #read(rows: number, take: (part: Uint8Array, at: number) => void): void {
    const bytes = rows * this.width * 4;
    for (let at = 0; at < bytes;) {
      if (this.#rest.length === 0) this.#rest = this.#decode();
      const part = this.#rest.subarray(0, bytes - at);
      take(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    this.#next += rows;
  }

  #decode(): Uint8Array<ArrayBuffer> {
    try {
      const { value } = this.#bands.next();
      if (!value) throw leaveToOthers('rows are missing');
      return value as Uint8Array<ArrayBuffer>;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw leaveToOthers('stopped', error);
      throw error;
    }
  }

  close(): void {
    this.#bands.return(undefined);
  }
}
