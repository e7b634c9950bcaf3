import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { align, growMemory } from '../wasm/memory.ts';
import type { JpegFrame } from './frame.ts';
import { mcusOf } from './mcus.ts';
import type { DecoderModule } from './module.ts';

/** SIMD code may write this many bytes past the end. */
const slack = 64;

/** Columns of pixels from which on libjpeg interpolates halved chroma. */
const interpolatedWidth = 5;

/** Whether `RgbaRows` gives the pixels that libjpeg gives. */
export function canBeRgba({ width, chroma }: Pick<JpegFrame, 'width' | 'chroma'>): boolean {
  return samplingOf(chroma).across === 1 || width >= interpolatedWidth;
}

/** Turns decoded rows into opaque RGBA, from the top, with the pixels that libjpeg gives. */
export class RgbaRows {
  /** First address after this converter's memory, which begins at `start`. */
  readonly behind: number;
  readonly #instance: DecoderModule;
  readonly #frame: JpegFrame;
  readonly #target: Uint8ClampedArray;
  readonly #scratch: number;
  readonly #pixels: number;
  /** Rows that are in the target. */
  #done = 0;

  /** @param target Has room for all of the picture's pixels. */
  constructor(instance: DecoderModule, frame: JpegFrame, start: number, target: Uint8ClampedArray) {
    const { width } = frame;
    this.#instance = instance;
    this.#frame = frame;
    this.#target = target;
    this.#scratch = align(start, 64);
    this.#pixels = align(this.#scratch + instance.scratchSize({ width }), 64);
    // One more than an MCU row: the last row waits for the chroma below it.
    this.behind = this.#pixels + (mcusOf(frame).height + 1) * width * 4 + slack;
    growMemory(instance.memory, this.behind, 'the JPEG decoder');
  }

  /** A `WindowListener`. */
  take({ planes, strides }: Planes, rows: number, top: number): number {
    const { width, height, chroma } = this.#frame;
    const { across, down } = samplingOf(chroma);
    const isLast = rows === height;
    const ready = isLast ? height : rows - (down - 1);
    const [y, cb, cr] = planes.map(({ byteOffset }) => byteOffset);
    this.#instance.toRgba({
      y: y!,
      yStride: strides[0]!,
      cb: cb ?? 0,
      cr: cr ?? 0,
      cStride: strides[1] ?? 0,
      across,
      down,
      width,
      lastChroma: Math.ceil((rows - top) / down) - 1,
      first: this.#done - top,
      rows: ready - this.#done,
      scratch: this.#scratch,
      target: this.#pixels,
    });
    const bytes = (ready - this.#done) * width * 4;
    const pixels = new Uint8Array(this.#instance.memory.buffer, this.#pixels, bytes);
    this.#target.set(pixels, this.#done * width * 4);
    this.#done = ready;
    // The next row of chroma is mixed with the one above it.
    return ready - (down - 1);
  }
}
