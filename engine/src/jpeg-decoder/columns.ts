// A scan in parts across: it is read once to know where each row of each part begins, and then part by part.
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { growMemory } from '../wasm/memory.ts';
import type { BaselineFrame } from './frame.ts';
import {
  type DecoderModule,
  endOfImage,
  Input,
  leaveToOthers,
  needsInput,
  rowDone,
  startScan,
} from './scan.ts';

/** Some columns of a picture, in pixels. */
export interface Columns {
  x: number;
  width: number;
}

/**
 * Takes the columns that were wanted as number `index`, with all their rows. Rows of the planes begin with column
 * `left` of the picture. They hold while it runs; what it throws ends the decoding.
 */
export type ColumnListener = (planes: Planes, index: number, left: number) => void;

/** Columns as MCUs of each row. */
interface Band {
  first: number;
  end: number;
}

/** Where decoding can be taken up in each row: at the first MCU of all bands, and behind their last ones. */
class Places {
  readonly #instance: DecoderModule;
  readonly #input: Input;
  readonly #cuts: number[];
  readonly #start: number;
  readonly #size: number;
  /** In the file. */
  readonly #offsets: Float64Array;

  constructor(instance: DecoderModule, input: Input, bands: readonly Band[], rows: number) {
    this.#instance = instance;
    this.#input = input;
    const cuts = new Set(bands.flatMap(({ first, end }) => [first, end]));
    this.#cuts = [...cuts].sort((a, b) => a - b);
    this.#start = input.behind;
    this.#size = instance.placeBytes({});
    this.#offsets = new Float64Array(this.#cuts.length * rows);
    growMemory(instance.memory, this.behind, 'the JPEG decoder');
  }

  /** The first address behind them. */
  get behind(): number {
    return this.#start + this.#offsets.length * this.#size;
  }

  #indexOf(row: number, mcu: number): number {
    return row * this.#cuts.length + this.#cuts.indexOf(mcu);
  }

  /** Reads a row and remembers its places. */
  pass(row: number, mcus: number): void {
    for (const end of this.#cuts) {
      this.#skipTo(end);
      const index = this.#indexOf(row, end);
      this.#offsets[index] = this.#input.offset;
      this.#instance.savePlace({ to: this.#start + index * this.#size });
    }
    if (this.#cuts.at(-1) !== mcus) this.#skipTo(mcus);
  }

  #skipTo(end: number): void {
    for (;;) {
      const status = this.#instance.skipRow({ end, ...this.#input.state });
      if (status === rowDone) return;
      if (status !== needsInput) throw leaveToOthers('damaged');
      this.#input.refill();
    }
  }

  /** Goes back to where a band begins in a row. */
  enter(row: number, { first, end }: Band): void {
    const [from, behind] = [this.#indexOf(row, first), this.#indexOf(row, end)];
    this.#input.seek(this.#offsets[from]!, this.#offsets[behind]!);
    this.#instance.restorePlace({ from: this.#start + from * this.#size, at: first });
  }
}

/** Decodes columns one after the other, with no more than the widest of them in memory. */
export function decodeColumns(
  instance: DecoderModule,
  frame: BaselineFrame,
  data: Uint8Array,
  wanted: readonly Columns[],
  onColumns: ColumnListener,
): void {
  startScan(instance, frame);
  const { width, height, chroma, components } = frame;
  const { across, down } = samplingOf(chroma);
  const [mcuWidth, mcuHeight] = [8 * across, 8 * down];
  const rows = Math.ceil(height / mcuHeight);
  const mcus = Math.ceil(width / mcuWidth);
  const bands = wanted.map((columns): Band => {
    const first = Math.floor(columns.x / mcuWidth);
    return { first, end: Math.min(Math.ceil((columns.x + columns.width) / mcuWidth), mcus) };
  });
  const input = new Input(instance, data, frame.start);
  const places = new Places(instance, input, bands, rows);
  for (let row = 0; row < rows; row++) places.pass(row, mcus);
  if (!instance.endInterval({ marker: endOfImage })) throw leaveToOthers('damaged');

  const widest = Math.max(...bands.map(({ first, end }) => end - first));
  // A multiple of the cache's sets would put all rows of a block into the same few.
  const strides = components.map(
    ({ isFull }) => Math.ceil((widest * (isFull ? across : 1)) / 8) * 64 + 64,
  );
  const heights = components.map(({ isFull }) => rows * (isFull ? mcuHeight : 8));
  let end = Math.ceil(places.behind / 64) * 64;
  const addresses = strides.map((stride, component) => {
    const address = end;
    end += stride * heights[component]!;
    return address;
  });
  growMemory(instance.memory, end, 'the JPEG decoder');
  const { buffer } = instance.memory;
  const planes = addresses.map(
    (address, component) =>
      new Uint8Array(buffer, address, strides[component]! * heights[component]!),
  );
  const at = (component: number, row: number): number =>
    (addresses[component] ?? 0) +
    (row * (heights[component] ?? 0) * (strides[component] ?? 0)) / rows;
  const [yStride, cStride] = [strides[0]!, strides[1] ?? 0];
  bands.forEach((band, index) => {
    for (let row = 0; row < rows; row++) {
      places.enter(row, band);
      const status = instance.decodeRow({
        ...{ end: band.end, y: at(0, row), yStride, cb: at(1, row), cr: at(2, row), cStride },
        ...{ black: 0, inputEnd: 0, isAll: true },
      });
      if (status !== rowDone) throw leaveToOthers('damaged');
    }
    const shape = { width, height, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides };
    const color = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 };
    onColumns({ ...shape, color }, index, band.first * mcuWidth);
  });
}
