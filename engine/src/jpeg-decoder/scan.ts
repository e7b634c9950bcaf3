// What decoding the one scan of a JPEG takes, in whichever order its samples are wanted.
import { EngineError } from '../errors.ts';
import { samplingOf } from '../planes/sampling.ts';
import { bindExports, type Bound, type Signatures } from '../wasm/bind.ts';
import { growMemory } from '../wasm/memory.ts';
import type { BaselineFrame } from './frame.ts';

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
  decodeRow: ['end', 'y', 'yStride', 'cb', 'cr', 'cStride', 'black', 'inputEnd', 'isAll'],
  skipRow: ['end', 'inputEnd', 'isAll'],
  placeBytes: [],
  savePlace: ['to'],
  restorePlace: ['from', 'at'],
  endInterval: ['marker'],
  inputPosition: [],
  setInputPosition: ['at'],
} as const satisfies Signatures;

export type DecoderModule = Bound<typeof jpegDecoderSignatures> & { memory: WebAssembly.Memory };

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

export const endOfImage = 0xd9;
export const rowDone = 0;
export const needsInput = 1;

/** What other decoders have to do, and to complain of. */
export function leaveToOthers(why: string, cause?: unknown): EngineError {
  return new EngineError('unsupported-feature', `JPEG: ${why}`, { feature: 'jpeg-planes', cause });
}

export function startInstance(module: WebAssembly.Module): DecoderModule {
  const { exports } = new WebAssembly.Instance(module);
  const memory = exports['memory'] as WebAssembly.Memory;
  const instance = { ...bindExports(exports, jpegDecoderSignatures), memory };
  const order = instance.heapBase({});
  growMemory(memory, order + 64, 'the JPEG decoder');
  new Uint8Array(memory.buffer).set(zigzag, order);
  instance.setZigzag({ order });
  return instance;
}

export function startScan(instance: DecoderModule, frame: BaselineFrame): void {
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
export class Input {
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

  /** The next byte's offset in the file. */
  get offset(): number {
    return this.#taken - (this.#end - this.#instance.inputPosition({}));
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

  /** Goes to what lies between two offsets, which must be little. */
  seek(from: number, end: number): void {
    if (end - from > inputBytes) throw leaveToOthers('too much data in one place');
    // Decoding looks ahead, as far as it did when it came by.
    const coded = this.#data.subarray(from, end + inputPadding);
    new Uint8Array(this.#instance.memory.buffer).set(coded, this.#start);
    this.#instance.setInputPosition({ at: this.#start });
  }
}
