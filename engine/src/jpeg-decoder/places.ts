import { growMemory } from '../wasm/memory.ts';
import { leaveToOthers } from './leave-to-others.ts';
import type { Band } from './mcus.ts';
import type { DecoderModule } from './module.ts';

/** Each MCU row of each scan takes a few hundred bytes. */
const maxPlacesBytes = 256 * 2 ** 20;

/** The MCU columns at which any band begins or ends, in ascending order. */
export function cutsOf(bands: readonly Band[]): number[] {
  const cuts = new Set(bands.flatMap(({ first, end }) => [first, end]));
  return [...cuts].sort((a, b) => a - b);
}

/** Saved decoder states, from which decoding can resume. */
export class Places {
  readonly #instance: DecoderModule;
  readonly #start: number;
  readonly #size: number;
  /** File offsets of the input at each place. */
  readonly #offsets: Float64Array;

  /** Reserves `count` places in the module's memory from address `start` on. */
  constructor(instance: DecoderModule, start: number, count: number) {
    this.#instance = instance;
    this.#start = start;
    this.#size = instance.placeBytes({});
    if (count * this.#size > maxPlacesBytes) throw leaveToOthers('too many places');
    this.#offsets = new Float64Array(count);
    growMemory(instance.memory, this.behind, 'the JPEG decoder');
  }

  /** First address after the places. */
  get behind(): number {
    return this.addressOf(this.#offsets.length);
  }

  addressOf(index: number): number {
    return this.#start + index * this.#size;
  }

  offsetOf(index: number): number {
    return this.#offsets[index]!;
  }

  /** Saves the decoder's current state, with its input at file offset `offset`. */
  save(index: number, offset: number): void {
    this.#offsets[index] = offset;
    this.#instance.savePlace({ to: this.addressOf(index) });
  }
}
