import type { Planes } from '../planes/planes.ts';
import { growMemory } from '../wasm/memory.ts';
import type { JpegFrame } from './frame.ts';
import { blocksOf, mcusOf, strideOf, type McuGrid, type RowDecoder, type Target } from './mcus.ts';
import type { DecoderModule } from './module.ts';

/** Initial capacity in rows. It grows while the listener still wants earlier rows. */
const windowRows = 256;

/**
 * Receives a picture's decoded rows. The planes hold rows `top` (inclusive) to `rows` (exclusive)
 * and begin at row `top`; they are valid only during the call. Returns the first row that it needs
 * again. An exception ends the decoding.
 */
export type WindowListener = (planes: Planes, rows: number, top: number) => number;

/** JPEG's own color coding: full range, ITU-R BT.601. */
export const jpegColor = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 };

/** The rows in memory, as one plane per component, one after the other. */
class Window {
  /** Picture row of the window's first row. */
  top = 0;
  readonly #instance: DecoderModule;
  readonly #frame: JpegFrame;
  readonly #grid: McuGrid;
  readonly #start: number;
  readonly #strides: number[];
  /** Capacity in rows. */
  #capacity: number;

  constructor(instance: DecoderModule, frame: JpegFrame, start: number) {
    this.#instance = instance;
    this.#frame = frame;
    this.#grid = mcusOf(frame);
    this.#start = Math.ceil(start / 64) * 64;
    this.#strides = frame.components.map((_, component) =>
      strideOf(this.#grid.columns * blocksOf(frame, component, this.#grid).across),
    );
    this.#capacity = Math.min(windowRows, this.#grid.rows * this.#grid.height);
    this.#reserve();
  }

  /** Luma rows per row of the component. */
  #by(component: number): number {
    return this.#frame.components[component]!.isFull ? 1 : this.#grid.down;
  }

  /** Addresses of window row `row` in each plane, for a window of `capacity` luma rows. */
  #addresses(row = 0): number[] {
    let next = this.#start;
    return this.#strides.map((stride, component) => {
      const by = this.#by(component);
      const address = next + (row / by) * stride;
      next += (this.#capacity / by) * stride;
      return address;
    });
  }

  /** Where the MCU row goes that begins at picture row `row`. */
  targetOf(row: number): Target {
    return { addresses: this.#addresses(row - this.top), strides: this.#strides };
  }

  /** Makes room for an MCU row at picture row `next`. Rows from `wanted` on are kept. */
  makeRoom(next: number, wanted: number): void {
    if (next - this.top < this.#capacity) return;
    const { height } = this.#grid;
    const first = Math.min(Math.max(Math.floor(wanted / height) * height, this.top), next);
    if (first > this.top) this.#move(this.#addresses(first - this.top), next - first);
    else this.#grow(next - this.top);
    this.top = first;
  }

  #grow(rows: number): void {
    const from = this.#addresses();
    const all = this.#grid.rows * this.#grid.height;
    this.#capacity = Math.min(this.#capacity * 2, all - this.top);
    this.#reserve();
    // Planes grow, so each moves to where the next one begins: start with the last.
    this.#move(from, rows);
  }

  #move(from: number[], rows: number): void {
    const memory = new Uint8Array(this.#instance.memory.buffer);
    const to = this.#addresses();
    const isUpwards = to.some((address, component) => address > from[component]!);
    const order = isUpwards ? [...to.keys()].reverse() : [...to.keys()];
    for (const component of order) {
      const bytes = (rows / this.#by(component)) * this.#strides[component]!;
      memory.copyWithin(to[component]!, from[component]!, from[component]! + bytes);
    }
  }

  #reserve(): void {
    const [last, stride] = [this.#addresses(this.#capacity).at(-1)!, this.#strides.at(-1)!];
    growMemory(this.#instance.memory, last + stride, 'the JPEG decoder');
  }

  /** Views of the rows in memory up to `rows` (exclusive). */
  view(rows: number): Planes {
    const { width, height, chroma } = this.#frame;
    const { buffer } = this.#instance.memory;
    const planes = this.#addresses().map((address, component) => {
      const count = Math.ceil((rows - this.top) / this.#by(component));
      return new Uint8Array(buffer, address, count * this.#strides[component]!);
    });
    const shape = { width, height, chroma, bitDepth: 8, chromaBitDepth: 8 };
    return { ...shape, planes, strides: this.#strides, color: jpegColor };
  }
}

/** Decoded rows, as a `WindowListener` receives them. */
export interface DecodedRows {
  planes: Planes;
  rows: number;
  top: number;
}

/**
 * Decodes all rows, keeping in memory only those that are wanted, from address `start` on. `next` is
 * called with the first row that is needed again.
 */
export function* decodedRows(
  instance: DecoderModule,
  frame: JpegFrame,
  rowDecoder: RowDecoder,
  start: number,
): Generator<DecodedRows, void, number> {
  const window = new Window(instance, frame, start);
  const mcuHeight = mcusOf(frame).height;
  let wanted = 0;
  for (let row = 0; row < frame.height; row += mcuHeight) {
    window.makeRoom(row, wanted);
    rowDecoder.decodeRow(window.targetOf(row));
    const rows = Math.min(row + mcuHeight, frame.height);
    if (rows === frame.height) rowDecoder.finish();
    wanted = yield { planes: window.view(rows), rows, top: window.top };
  }
}

/** Decodes all rows for a listener. */
export function decodeRows(
  instance: DecoderModule,
  frame: JpegFrame,
  rowDecoder: RowDecoder,
  onRows: WindowListener,
): void {
  const windows = decodedRows(instance, frame, rowDecoder, rowDecoder.behind);
  for (let next = windows.next(); !next.done;) {
    const { planes, rows, top } = next.value;
    next = windows.next(onRows(planes, rows, top));
  }
}
