import { growMemory } from '../wasm/memory.ts';
import { leaveToOthers } from './leave-to-others.ts';
import type { DecoderModule } from './module.ts';

/** Bytes that the decoder may read past the end of the coded data. */
const padding = 64;

/** Streams coded data through the module's memory. */
export class Input {
  readonly #instance: DecoderModule;
  readonly #data: Uint8Array;
  readonly #start: number;
  readonly #capacity: number;
  #taken: number;
  #end: number;

  /**
   * Streams `data` from offset `from` to its end. At most `capacity` bytes are in memory at a time,
   * at address `start`. `capacity` must hold many MCUs, or all of the data.
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

  /** First address after the buffer. */
  get behind(): number {
    return this.#start + this.#capacity + padding;
  }

  get state(): { inputEnd: number; isAll: boolean } {
    return { inputEnd: this.#end, isAll: this.#taken === this.#data.length };
  }

  /** File offset of the next byte to be read. */
  get offset(): number {
    return this.#taken - (this.#end - this.#instance.inputPosition({}));
  }

  /** Moves unread bytes to the front of the buffer and appends the next ones. */
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

  /** Loads the bytes between two file offsets, which must fit into the buffer. */
  seek(from: number, end: number): void {
    if (end - from > this.#capacity) throw leaveToOthers('too much data in one place');
    // The decoder reads ahead: it needs the same bytes past `end` as in the first pass.
    const coded = this.#data.subarray(from, end + padding);
    new Uint8Array(this.#instance.memory.buffer).set(coded, this.#start);
    this.#instance.setInputPosition({ at: this.#start });
  }
}
