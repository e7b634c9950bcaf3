import { EngineError } from '../../errors.ts';
import { bindExports, type Bound } from '../../wasm/bind.ts';
import { loadWasm } from '../../wasm/load.ts';
import { growMemory } from '../../wasm/memory.ts';

/** What `assembly/png` exports of use here. */
interface InflateExports {
  memory: WebAssembly.Memory;
  heapBase(): number;
}

/** Of `assembly/png`. */
export const inflateSignatures = {
  startInflating: ['target'],
  inflateSome: ['input', 'inputEnd', 'isAll', 'target'],
  nextInput: [],
  nextOutput: [],
  moveOutput: ['by', 'to'],
} as const;

/** Bytes of the stream that are in memory at a time. */
const inputSize = 1 << 18;

/** So far beyond the input and the output there has to be room. */
const inputSlack = 2048;
const outputSlack = 512;

/** How far back bytes are repeated from (RFC 1951, 2). */
const windowSize = 32_768;

/** What `inflateSome` returns. */
const needsInput = 0;
const isFull = 1;

/** RFC 1950, 2.2: deflate, without a dictionary. */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && ((method << 8) | flags) % 31 === 0 && (flags & 32) === 0;
}

/**
 * Inflates a zlib stream that comes in parts. Its own checksum is not looked at: the chunks of a PNG have theirs.
 */
export class Inflater {
  readonly #exports: InflateExports;
  readonly #functions: Bound<typeof inflateSignatures>;
  #parts: readonly Uint8Array[] = [];
  /** The part that comes next, and how much of it is read. */
  #part = 0;
  #read = 0;
  /** Of the input in memory, where what is not used begins and ends. */
  #from = 0;
  #end = 0;
  /** What has been handed out ends here. */
  #taken = 0;
  readonly #output: number;

  /** Its own instance: another picture may come between two of its bands. */
  static async create(parts: readonly Uint8Array[]): Promise<Inflater> {
    const instance = await WebAssembly.instantiate(await loadWasm('png-codec'));
    const inflater = new Inflater(instance.exports);
    inflater.restart(parts);
    return inflater;
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#exports = exports as unknown as InflateExports;
    this.#functions = bindExports(exports, inflateSignatures);
    this.#output = this.#exports.heapBase() + inputSize + inputSlack;
  }

  /** Goes on with another stream, whatever is left of the one before. Throws `corrupt-file` for what is none. */
  restart(parts: readonly Uint8Array[]): void {
    this.#parts = parts;
    this.#part = 0;
    this.#read = 0;
    const input = this.#exports.heapBase();
    this.#from = input;
    this.#end = input;
    this.#taken = this.#output;
    this.#grow(0);
    this.#functions.startInflating({ target: this.#output });
    this.#feed();
    if (!isZlib(this.#memory().subarray(input, this.#end))) throw damaged();
    this.#from += 2;
  }

  /** The next bytes, which hold until the next call. Throws `corrupt-file` when there are fewer, or `out-of-memory`. */
  read(size: number): Uint8Array<ArrayBuffer> {
    this.#makeRoom(size);
    const target = this.#taken + size;
    while (this.#functions.nextOutput({}) < target) {
      const isAll = this.#part === this.#parts.length;
      const asked = { input: this.#from, inputEnd: this.#end, isAll, target };
      const state = this.#functions.inflateSome(asked);
      this.#from = this.#functions.nextInput({});
      if (state === needsInput) this.#feed();
      else if (state !== isFull) throw damaged();
    }
    const bytes = this.#memory().subarray(this.#taken, target);
    this.#taken = target;
    return bytes;
  }

  #memory(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  #grow(size: number): void {
    const end = this.#output + windowSize + size + outputSlack;
    growMemory(this.#exports.memory, end, 'the PNG decoder');
  }

  /** Keeps what may be repeated of what has been handed out, and what comes behind it already. */
  #makeRoom(size: number): void {
    this.#grow(size);
    const by = this.#taken - windowSize - this.#output;
    if (by <= 0) return;
    const kept = this.#output + by;
    this.#memory().copyWithin(this.#output, kept, this.#functions.nextOutput({}));
    this.#functions.moveOutput({ by, to: this.#output });
    this.#taken -= by;
  }

  /** Puts more of the stream behind what is left of it in memory, and zeros behind its end. */
  #feed(): void {
    const memory = this.#memory();
    const start = this.#exports.heapBase();
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
