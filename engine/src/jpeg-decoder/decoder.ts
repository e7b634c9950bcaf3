import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { bindExports, type Bound, type Signatures } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { growMemory } from '../wasm/memory.ts';
import { readBaselineFrame, type BaselineFrame } from './frame.ts';

/** The functions of assembly/jpeg-decoder and their parameters; a test compares them with the sources. */
export const jpegDecoderSignatures = {
  heapBase: [],
  tableAddress: ['table'],
  stepsAddress: ['component'],
  setZigzag: ['order'],
  startScan: [
    ...(['newComponents', 'newAcross', 'newDown', 'newMcusPerRow', 'newInterval'] as const),
    ...([
      'newSelectors0',
      'newSelectors1',
      'newSelectors2',
      'newSelectors3',
      'newBlackIsFull',
    ] as const),
  ],
  decodeRow: ['y', 'yStride', 'cb', 'cr', 'cStride', 'black', 'inputEnd', 'isAll'],
  endInterval: ['marker'],
  inputPosition: [],
  setInputPosition: ['at'],
} as const satisfies Signatures;

type DecoderModule = Bound<typeof jpegDecoderSignatures> & { memory: WebAssembly.Memory };

/** Raster position of each coefficient in zigzag order (ITU-T T.81, figure A.6). */
function zigzagOrder(): Uint8Array {
  const positions = Array.from({ length: 64 }, (_, at) => at);
  const [row, column] = [(at: number) => at >> 3, (at: number) => at & 7];
  const diagonal = (at: number): number => row(at) + column(at);
  positions.sort((a, b) => {
    if (diagonal(a) !== diagonal(b)) return diagonal(a) - diagonal(b);
    return diagonal(a) % 2 === 0 ? column(a) - column(b) : row(a) - row(b);
  });
  return Uint8Array.from(positions);
}

const zigzag = zigzagOrder();

/** Coded bytes that are brought into the module's memory at a time, and what may be read past their end. */
const inputBytes = 2 ** 20;
const inputPadding = 64;

/** Rows of samples that are kept at first; more where the listener still wants earlier ones. */
const windowRows = 256;

/** Memory cannot shrink, so an instance that has taken more than this is not kept. */
const restingBytes = 64 * 2 ** 20;

const endOfImage = 0xd9;
const rowDone = 0;
const needsInput = 1;

/**
 * Hears of a picture's rows: those from `top` to before `rows` are in the planes, whose first row is `top`,
 * and hold while the listener runs. It returns the first row that it wants to have once more; what it throws
 * ends the decoding.
 */
export type WindowListener = (planes: Planes, rows: number, top: number) => number;

/** What other decoders have to do, and to complain of. */
function leaveToOthers(why: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', `JPEG: ${why}`, { feature: 'jpeg-planes', cause });
}

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
    const frame = readBaselineFrame(data, samples);
    if (!frame) throw leaveToOthers('not baseline');
    if (frame.width !== claimed.width || frame.height !== claimed.height) {
      throw leaveToOthers(`${frame.width}x${frame.height}`);
    }
    if (data.at(-2) !== 0xff || data.at(-1) !== endOfImage) throw leaveToOthers('no end');
    requireEnough(frame, data.length);
    const instance = (this.#instance ??= startInstance(this.#module));
    try {
      decodeScan(instance, frame, data, onRows);
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

function startInstance(module: WebAssembly.Module): DecoderModule {
  const { exports } = new WebAssembly.Instance(module);
  const memory = exports['memory'] as WebAssembly.Memory;
  const instance = { ...bindExports(exports, jpegDecoderSignatures), memory };
  const order = instance.heapBase({});
  growMemory(memory, order + 64, 'the JPEG decoder');
  new Uint8Array(memory.buffer).set(zigzag, order);
  instance.setZigzag({ order });
  return instance;
}

function startScan(instance: DecoderModule, frame: BaselineFrame): void {
  const { buffer } = instance.memory;
  frame.tables.forEach((table, index) => {
    if (!table) return;
    new Uint32Array(buffer, instance.tableAddress({ table: index }), table.length).set(table);
  });
  frame.components.forEach(({ steps }, component) => {
    const target = new Int16Array(buffer, instance.stepsAddress({ component }), 64);
    zigzag.forEach((at, k) => (target[at] = steps[k]!));
  });
  const selectors = frame.components.map(({ dc, ac }) => (dc << 4) | ac);
  const { across, down } = samplingOf(frame.chroma);
  instance.startScan({
    newComponents: frame.components.length,
    newAcross: across,
    newDown: down,
    newMcusPerRow: Math.ceil(frame.width / (8 * across)),
    newInterval: frame.interval,
    newSelectors0: selectors[0]!,
    newSelectors1: selectors[1] ?? 0,
    newSelectors2: selectors[2] ?? 0,
    newSelectors3: selectors[3] ?? 0,
    newBlackIsFull: frame.components[3]?.isFull ?? false,
  });
}

/** Coded data on its way through the module's memory. */
class Input {
  readonly #instance: DecoderModule;
  readonly #data: Uint8Array;
  readonly #start: number;
  #taken: number;
  #end: number;

  constructor(instance: DecoderModule, data: Uint8Array, from: number) {
    this.#instance = instance;
    this.#data = data;
    this.#start = instance.heapBase({});
    this.#taken = from;
    this.#end = this.#start;
    growMemory(instance.memory, this.behind, 'the JPEG decoder');
    instance.setInputPosition({ at: this.#start });
    this.refill();
  }

  /** The first address behind it. */
  get behind(): number {
    return this.#start + inputBytes + inputPadding;
  }

  get state(): { inputEnd: number; isAll: boolean } {
    return { inputEnd: this.#end, isAll: this.#taken === this.#data.length };
  }

  /** Moves what is not yet used to the front, and puts what comes next behind it. */
  refill(): void {
    const memory = new Uint8Array(this.#instance.memory.buffer);
    const position = this.#instance.inputPosition({});
    memory.copyWithin(this.#start, position, this.#end);
    const kept = this.#start + this.#end - position;
    const next = this.#data.subarray(this.#taken, this.#taken + inputBytes - (kept - this.#start));
    memory.set(next, kept);
    this.#taken += next.length;
    this.#end = kept + next.length;
    this.#instance.setInputPosition({ at: this.#start });
  }
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

  constructor(instance: DecoderModule, frame: BaselineFrame, start: number) {
    const { across, down } = samplingOf(frame.chroma);
    this.#instance = instance;
    this.#frame = frame;
    this.#start = Math.ceil(start / 64) * 64;
    this.mcuHeight = 8 * down;
    const mcus = Math.ceil(frame.width / (8 * across));
    // A multiple of the cache's sets would put all rows of a block into the same few.
    const strideOf = (blocks: number): number => Math.ceil((mcus * blocks) / 8) * 64 + 64;
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
      const state = { ...input.state, y: y!, yStride, cb, cr, cStride, black };
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
