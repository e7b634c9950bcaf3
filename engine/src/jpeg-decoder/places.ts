import { growMemory } from '../wasm/memory.ts';
import { leaveToOthers } from './leave-to-others.ts';
import type { Band } from './mcus.ts';
import type { DecoderModule } from './module.ts';

/** Some hundred are kept of each row of MCUs, and for each scan. */
const maxPlacesBytes = 256 * 2 ** 20;

/** The MCUs of a row at which any of the bands begins or ends. */
export function cutsOf(bands: readonly Band[]): number[] {
  const cuts = new Set(bands.flatMap(({ first, end }) => [first, end]));
  return [...cuts].sort((a, b) => a - b);
}

/** Places in coded data where decoding can be taken up again. */
export class Places {
  readonly #instance: DecoderModule;
  readonly #start: number;
  readonly #size: number;
  /** In the file. */
  readonly #offsets: Float64Array;

  /** So many of them, in the module's memory from `start` on. */
  constructor(instance: DecoderModule, start: number, count: number) {
    this.#instance = instance;
    this.#start = start;
    this.#size = instance.placeBytes({});
    if (count * this.#size > maxPlacesBytes) throw leaveToOthers('too many places');
    this.#offsets = new Float64Array(count);
    growMemory(instance.memory, this.behind, 'the JPEG decoder');
  }

  /** The first address behind them. */
  get behind(): number {
    return this.addressOf(this.#offsets.length);
  }

  addressOf(index: number): number {
    return this.#start + index * this.#size;
  }

  offsetOf(index: number): number {
    return this.#offsets[index]!;
  }

  /** Keeps where decoding is now, with the input at this offset. */
  save(index: number, offset: number): void {
    this.#offsets[index] = offset;
    this.#instance.savePlace({ to: this.addressOf(index) });
  }
}
