import { EngineError } from '../../errors.ts';
import { bindExports, type Bound } from '../../wasm/bind.ts';
import { loadWasm } from '../../wasm/load.ts';
import { growMemory } from '../../wasm/memory.ts';

/** Functions of `assembly/png`. */
export const inflateSignatures = {
  heapBase: [],
  startInflating: ['target'],
  inflateSome: ['input', 'inputEnd', 'isAll', 'target'],
  nextInput: [],
  nextOutput: [],
  moveOutput: ['by', 'to'],
} as const;

/** Bytes of the stream in memory at a time. */
const inputSize = 1 << 18;

/** Room needed after the input and the output. */
const inputSlack = 2048;
const outputSlack = 512;

/** Largest distance of a repeat (RFC 1951, 2). */
const windowSize = 32_768;

/** What `inflateSome` returns. */
const needsInput = 0;
const isFull = 1;

/** RFC 1950, 2.2: deflate, without a dictionary. */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && ((method << 8) | flags) % 31 === 0 && (flags & 32) === 0;
}

/**
 * Inflates a zlib stream that arrives in parts. Ignores its checksum, because PNG chunks have their
 * own.
 */
export class Inflater {
  readonly #module: Bound<typeof inflateSignatures>;
  #parts: readonly Uint8Array[] = [];
  /** Index of the next part, and the bytes of it already read. */
  #part = 0;
  #read = 0;
  /** Start and end of the unused input in memory. */
  #from = 0;
  #end = 0;
  /** End of the output already returned. */
  #taken = 0;
  readonly #output: number;

  /** Creates an instance of its own, because another picture may be decoded between two bands. */
  static async create(parts: readonly Uint8Array[]): Promise<Inflater> {
    const instance = await WebAssembly.instantiate(await loadWasm('png-codec'));
    const inflater = new Inflater(instance.exports);
    inflater.restart(parts);
    return inflater;
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, inflateSignatures);
    this.#output = this.#module.heapBase({}) + inputSize + inputSlack;
  }

  /**
   * Switches to another stream and discards the rest of the current one. Throws `corrupt-file` if
   * it is not zlib.
   */
  restart(parts: readonly Uint8Array[]): void {
    this.#parts = parts;
    this.#part = 0;
    this.#read = 0;
    const input = this.#module.heapBase({});
    this.#from = input;
    this.#end = input;
    this.#taken = this.#output;
    this.#grow(0);
    this.#module.startInflating({ target: this.#output });
    this.#feed();
    if (!isZlib(this.#memory().subarray(input, this.#end))) throw damaged();
    this.#from += 2;
  }

  /**
   * The next `size` bytes, valid until the next call. Throws `corrupt-file` when there are fewer,
   * or `out-of-memory`.
   */
  read(size: number): Uint8Array<ArrayBuffer> {
    this.#makeRoom(size);
    const target = this.#taken + size;
    while (this.#module.nextOutput({}) < target) {
      const isAll = this.#part === this.#parts.length;
      const asked = { input: this.#from, inputEnd: this.#end, isAll, target };
      const state = this.#module.inflateSome(asked);
      this.#from = this.#module.nextInput({});
      if (state === needsInput) this.#feed();
      else if (state !== isFull) throw damaged();
    }
    const bytes = this.#memory().subarray(this.#taken, target);
    this.#taken = target;
    return bytes;
  }

  /**
   * The next `size` bytes of a stream that may be damaged, or as many as there are before the damage. Valid until the
   * next call. Throws `out-of-memory`.
   */
  readAvailable(size: number): Uint8Array<ArrayBuffer> {
    this.#makeRoom(size);
    const wanted = this.#taken + size;
    let end = Math.min(this.#module.nextOutput({}), wanted);
    let isAll = false;
    while (end < wanted) {
      // At the end of the input, what is decoded together with the zeros behind it cannot be told apart from them, so
      // that is little at a time.
      const target = isAll ? end + 1 : wanted;
      const asked = { input: this.#from, inputEnd: this.#end, isAll, target };
      const state = this.#module.inflateSome(asked);
      this.#from = this.#module.nextInput({});
      const isDamaged = state !== needsInput && state !== isFull;
      if (isDamaged && isAll) break;
      end = Math.min(this.#module.nextOutput({}), wanted);
      if (isDamaged) break;
      if (state !== needsInput) continue;
      if (this.#part < this.#parts.length) this.#feed();
      else isAll = true;
    }
    const bytes = this.#memory().subarray(this.#taken, end);
    this.#taken = end;
    return bytes;
  }

  #memory(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#module.memory.buffer);
  }

  #grow(size: number): void {
    const end = this.#output + windowSize + size + outputSlack;
    growMemory(this.#module.memory, end, 'the PNG decoder');
  }

  /** Keeps the returned output that may still be repeated, and the output after it. */
  #makeRoom(size: number): void {
    this.#grow(size);
    const by = this.#taken - windowSize - this.#output;
    if (by <= 0) return;
    const kept = this.#output + by;
    this.#memory().copyWithin(this.#output, kept, this.#module.nextOutput({}));
    this.#module.moveOutput({ by, to: this.#output });
    this.#taken -= by;
  }

  /** Appends more of the stream to the unused input, and zeros at its end. */
  #feed(): void {
    const memory = this.#memory();
    const start = this.#module.heapBase({});
    memory.copyWithin(start, this.#from, this.#end);
    let end = start + Math.max(0, this.#end - this.#from);
    this.#from = start;
    while (this.#part < this.#parts.length && end < start + inputSize) {
      const part = this.#parts[this.#part]!;
      const piece = part.subarray(this.#read, this.#read + start + inputSize - end);
      memory.set(piece, end);
      end += piece.length;
      this.#read += piece.length;
      if (this.#read < part.length) break;
      this.#part++;
      this.#read = 0;
    }
    memory.fill(0, end, start + inputSize + inputSlack);
    this.#end = end;
  }
}

function damaged(): EngineError {
  return new EngineError('corrupt-file', 'A compressed stream is damaged, or ends early');
}
