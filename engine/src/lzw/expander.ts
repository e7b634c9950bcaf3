import { bindExports, type Bound } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { align, growMemory } from '../wasm/memory.ts';

/** Functions of `assembly/lzw`. Addresses are in bytes. */
export const lzwSignatures = {
  heapBase: [],
  latestEnding: [],
  expand: ['source', 'bytes', 'codeSize', 'highFirst', 'early', 'target', 'size'],
  lookUp: ['indexes', 'count', 'colors', 'target'],
} as const;

/** In the order of the numbers in `assembly/lzw`. */
const endings = ['data', 'end-code', 'too-much', 'out-of-place'] as const;

/** How codes are packed into bytes. */
export interface LzwPacking {
  /** Bits of a byte of the result. Codes have one bit more at first. */
  codeSize: number;
  /** Codes are packed from the high bit of a byte down, instead of from the low bit up. */
  highFirst: boolean;
  /** By how many codes they become wider before the table is full. */
  early: 0 | 1;
}

export interface LzwResult {
  /** `size` bytes, 0 where codes are missing. Valid until the next call. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that the codes stand for. More than `size` if the last code has too many. */
  filled: number;
  /** What the codes ended with: the data, an end code, more than `size` bytes, or an invalid code. */
  ending: (typeof endings)[number];
}

/** Bytes that the module may write behind the result. */
const slack = 16;

/** Expands LZW, and looks up colors. Its memory grows with the largest result and does not shrink. */
export class LzwExpander {
  readonly #module: Bound<typeof lzwSignatures>;
  /** Where the latest result begins, and the memory that is free behind it. */
  #target = 0;
  #free = 0;

  static async create(): Promise<LzwExpander> {
    const instance = await WebAssembly.instantiate(await loadWasm('lzw'));
    return new LzwExpander(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, lzwSignatures);
  }

  /** Expands codes, which come in parts, to `size` bytes. Throws `out-of-memory`. */
  expand(parts: readonly Uint8Array[], size: number, packing: LzwPacking): LzwResult {
    const { codeSize, highFirst, early } = packing;
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    const source = this.#module.heapBase({});
    const target = align(source + bytes, 64);
    this.#target = target;
    this.#free = align(target + size + slack, 64);
    growMemory(this.#module.memory, this.#free, 'LZW');
    const memory = this.#bytes();
    let at = source;
    for (const part of parts) {
      memory.set(part, at);
      at += part.length;
    }
    const filled = this.#module.expand({ source, bytes, codeSize, highFirst, early, target, size });
    memory.fill(0, target + Math.min(filled, size), target + size);
    return {
      bytes: memory.subarray(target, target + size),
      filled,
      ending: endings[this.#module.latestEnding({})]!,
    };
  }

  /**
   * Prepares to look up colors, one for each value of a byte. The returned function looks up those
   * of `count` bytes of the latest result, at most `most`, from byte `first` on; they are valid
   * until its next call. Throws `out-of-memory`.
   */
  prepareColors(
    palette: Uint32Array,
    most: number,
  ): (first: number, count: number) => Uint32Array<ArrayBuffer> {
    const colors = this.#free;
    const target = align(colors + palette.byteLength, 64);
    growMemory(this.#module.memory, target + most * 4, 'LZW');
    const { buffer } = this.#bytes();
    new Uint32Array(buffer, colors).set(palette);
    return (first, count) => {
      this.#module.lookUp({ indexes: this.#target + first, count, colors, target });
      return new Uint32Array(buffer, target, count);
    };
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#module.memory.buffer);
  }
}
