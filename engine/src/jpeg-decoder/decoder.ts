import type { Size } from '../geometry.ts';
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { loadWasm } from '../wasm/load.ts';
import { growMemory } from '../wasm/memory.ts';
import { type ColumnListener, type Columns, decodeColumns } from './columns.ts';
import { readBaselineFrame, type BaselineFrame } from './frame.ts';
import {
  type DecoderModule,
  endOfImage,
  Input,
  leaveToOthers,
  needsInput,
  rowDone,
  startInstance,
  startScan,
} from './scan.ts';

/** Rows of samples that are kept at first; more where the listener still wants earlier ones. */
const windowRows = 256;

/** Memory cannot shrink, so an instance that has taken more than this is not kept. */
const restingBytes = 64 * 2 ** 20;

/**
 * Hears of a picture's rows: those from `top` to before `rows` are in the planes, whose first row is `top`,
 * and hold while the listener runs. It returns the first row that it wants to have once more; what it throws
 * ends the decoding.
 */
export type WindowListener = (planes: Planes, rows: number, top: number) => number;

/** Loads the decoder's code. A failed load is `code-not-loaded`, and the next call tries again. */
export async function loadJpegDecoder(): Promise<JpegDecoder> {
  return new JpegDecoder(await loadWasm('jpeg-decoder'));
}

/**
 * Decodes baseline JPEGs to planes as they are coded, with no more of them in memory than their listener
 * wants. Samples are those of libjpeg's accurate transform.
 */
export class JpegDecoder {
  readonly #module: WebAssembly.Module;
  #instance: DecoderModule | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Decodes a file that ends with its end-of-image marker. `onRows` is called many times, and last when all
   * rows are done. Planes of `inks` are four, the last as large as the first or the second.
   *
   * Throws `unsupported-feature` for whatever `readBaselineFrame` refuses, for a picture of another size than
   * `claimed`, and for damage, of which another decoder may make something; `out-of-memory`. It can be used
   * again after any of them.
   */
  decode(
    data: Uint8Array,
    claimed: Size,
    onRows: WindowListener,
    samples: 'light' | 'inks' = 'light',
  ): void {
    this.#run(data, claimed, samples, (instance, frame) =>
      decodeScan(instance, frame, data, onRows),
    );
  }

  /**
   * The same for columns, one after the other, with no more than the widest of them in memory. The coded data
   * is read twice for that.
   */
  decodeColumns(
    data: Uint8Array,
    claimed: Size,
    wanted: readonly Columns[],
    onColumns: ColumnListener,
  ): void {
    this.#run(data, claimed, 'light', (instance, frame) =>
      decodeColumns(instance, frame, data, wanted, onColumns),
    );
  }

  #run(
    data: Uint8Array,
    claimed: Size,
    samples: 'light' | 'inks',
    work: (instance: DecoderModule, frame: BaselineFrame) => void,
  ): void {
    const frame = readBaselineFrame(data, samples);
    if (!frame) throw leaveToOthers('not baseline');
    if (frame.width !== claimed.width || frame.height !== claimed.height) {
      throw leaveToOthers(`${frame.width}x${frame.height}`);
    }
    if (data.at(-2) !== 0xff || data.at(-1) !== endOfImage) throw leaveToOthers('no end');
    requireEnough(frame, data.length);
    const instance = (this.#instance ??= startInstance(this.#module));
    try {
      work(instance, frame);
    } catch (error) {
      this.#instance = null;
      if (error instanceof WebAssembly.RuntimeError) throw leaveToOthers('stopped', error);
      throw error;
    }
    if (instance.memory.buffer.byteLength > restingBytes) this.#instance = null;
  }
}

/** Each block takes two codes at least, so that a few bytes cannot claim the time of a huge picture. */
function requireEnough({ width, height, chroma, components }: BaselineFrame, bytes: number): void {
  const { across, down } = samplingOf(chroma);
  const mcus = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  const blocks = components.reduce((sum, { isFull }) => sum + (isFull ? across * down : 1), 0);
  if (mcus * blocks * 2 > bytes * 8) throw leaveToOthers('too little data');
}

/** The rows of all components that are in memory, one plane behind the other. */
class Window {
  /** The picture's first row that is in here. */
  top = 0;
  readonly #instance: DecoderModule;
  readonly #frame: BaselineFrame;
  readonly #start: number;
  readonly #strides: number[];
  /** Rows of MCUs that there is room for. */
  #capacity: number;
  readonly mcuHeight: number;
  /** In a row. */
  readonly mcus: number;

  constructor(instance: DecoderModule, frame: BaselineFrame, start: number) {
    const { across, down } = samplingOf(frame.chroma);
    this.#instance = instance;
    this.#frame = frame;
    this.#start = Math.ceil(start / 64) * 64;
    this.mcuHeight = 8 * down;
    this.mcus = Math.ceil(frame.width / (8 * across));
    // A multiple of the cache's sets would put all rows of a block into the same few.
    const strideOf = (blocks: number): number => Math.ceil((this.mcus * blocks) / 8) * 64 + 64;
    this.#strides = frame.components.map(({ isFull }) => strideOf(isFull ? across : 1));
    this.#capacity = Math.min(
      windowRows,
      Math.ceil(frame.height / this.mcuHeight) * this.mcuHeight,
    );
    this.#reserve();
  }

  #isFull(component: number): boolean {
    return this.#frame.components[component]!.isFull;
  }

  get strides(): readonly number[] {
    return this.#strides;
  }

  /** Where row `top` of each component is, where there is room for so many rows of luma. */
  addresses(row = 0, capacity = this.#capacity): number[] {
    const { down } = samplingOf(this.#frame.chroma);
    let next = this.#start;
    return this.#strides.map((stride, component) => {
      const by = this.#isFull(component) ? 1 : down;
      const address = next + (row / by) * stride;
      next += (capacity / by) * stride;
      return address;
    });
  }

  /** Makes room for a row of MCUs at row `next` of the picture, where rows from `wanted` on are kept. */
  makeRoom(next: number, wanted: number): void {
    if (next - this.top < this.#capacity) return;
    const { mcuHeight } = this;
    const first = Math.min(Math.max(Math.floor(wanted / mcuHeight) * mcuHeight, this.top), next);
    if (first > this.top) this.#move(this.addresses(first - this.top), next - first);
    else this.#grow(next - this.top);
    this.top = first;
  }

  #grow(rows: number): void {
    const from = this.addresses();
    const all = Math.ceil(this.#frame.height / this.mcuHeight) * this.mcuHeight;
    this.#capacity = Math.min(this.#capacity * 2, all - this.top);
    this.#reserve();
    // From the last on: each goes to where another one is.
    this.#move(from, rows);
  }

  #move(from: number[], rows: number): void {
    const memory = new Uint8Array(this.#instance.memory.buffer);
    const { down } = samplingOf(this.#frame.chroma);
    const to = this.addresses();
    const isUpwards = to.some((address, component) => address > from[component]!);
    const order = isUpwards ? [...to.keys()].reverse() : [...to.keys()];
    for (const component of order) {
      const bytes = (rows / (this.#isFull(component) ? 1 : down)) * this.#strides[component]!;
      memory.copyWithin(to[component]!, from[component]!, from[component]! + bytes);
    }
  }

  #reserve(): void {
    const [last, stride] = [this.addresses(this.#capacity).at(-1)!, this.#strides.at(-1)!];
    growMemory(this.#instance.memory, last + stride, 'the JPEG decoder');
  }

  /** Views of the rows before `rows`. */
  view(rows: number): Planes {
    const { width, height, chroma } = this.#frame;
    const { down } = samplingOf(chroma);
    const { buffer } = this.#instance.memory;
    const planes = this.addresses().map((address, component) => {
      const count = Math.ceil((rows - this.top) / (this.#isFull(component) ? 1 : down));
      return new Uint8Array(buffer, address, count * this.#strides[component]!);
    });
    return {
      ...{ width, height, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides: this.#strides },
      color: { fullRange: true, primaries: 2, transfer: 2, matrix: 5 },
    };
  }
}

function decodeScan(
  instance: DecoderModule,
  frame: BaselineFrame,
  data: Uint8Array,
  onRows: WindowListener,
): void {
  startScan(instance, frame);
  const input = new Input(instance, data, frame.start);
  const window = new Window(instance, frame, input.behind);
  const [yStride, cStride] = [window.strides[0]!, window.strides[1] ?? 0];
  let wanted = 0;
  for (let row = 0; row < frame.height; row += window.mcuHeight) {
    window.makeRoom(row, wanted);
    const [y, cb = 0, cr = 0, black = 0] = window.addresses(row - window.top);
    for (;;) {
      const state = { ...input.state, end: window.mcus, y: y!, yStride, cb, cr, cStride, black };
      const status = instance.decodeRow(state);
      if (status === rowDone) break;
      if (status !== needsInput) throw leaveToOthers('damaged');
      input.refill();
    }
    const rows = Math.min(row + window.mcuHeight, frame.height);
    const isLast = rows === frame.height;
    if (isLast && !instance.endInterval({ marker: endOfImage })) throw leaveToOthers('damaged');
    wanted = onRows(window.view(rows), rows, window.top);
  }
}
