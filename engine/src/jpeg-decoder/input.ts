import { growMemory } from '../wasm/memory.ts';
import { leaveToOthers } from './leave-to-others.ts';
import type { DecoderModule } from './module.ts';

/** What may be read past the end of coded bytes. */
const padding = 64;

/** Coded data on its way through the module's memory. */
export class Input {
  readonly #instance: DecoderModule;
  readonly #data: Uint8Array;
  readonly #start: number;
  readonly #capacity: number;
  #taken: number;
  #end: number;

  /**
   * Data from offset `from` to its end, of which `capacity` bytes at a time are in memory from address `start` on:
   * many times what an MCU takes, or all.
   */
  constructor(
    instance: DecoderModule,
    data: Uint8Array,
    from: number,
    { start, capacity }: { start: number; capacity: number },
  ) {
    this.#instance = instance;
    this.#data = data;
    this.#start = start;
    this.#capacity = capacity;
    this.#taken = from;
    this.#end = start;
    growMemory(instance.memory, this.behind, 'the JPEG decoder');
    instance.setInputPosition({ at: start });
    this.refill();
  }

  /** The first address behind it. */
  get behind(): number {
    return this.#start + this.#capacity + padding;
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
    const room = this.#capacity - (kept - this.#start);
    const next = this.#data.subarray(this.#taken, this.#taken + room);
    memory.set(next, kept);
    this.#taken += next.length;
    this.#end = kept + next.length;
    this.#instance.setInputPosition({ at: this.#start });
  }

  /** Goes to what lies between two offsets, which must be little. */
  seek(from: number, end: number): void {
    if (end - from > this.#capacity) throw leaveToOthers('too much data in one place');
    // Decoding looks ahead, as far as it did when it came by.
    const coded = this.#data.subarray(from, end + padding);
    new Uint8Array(this.#instance.memory.buffer).set(coded, this.#start);
    this.#instance.setInputPosition({ at: this.#start });
  }
}
