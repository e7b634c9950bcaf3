import { loadWasm } from './load.ts';
import type { WasmName } from './files.ts';

/** How the jSquash packages take a compiled module and a loader's options; their types leave it out. */
type Init = (module: WebAssembly.Module, options: object) => Promise<void>;

/** What pictures of the usual sizes need may stay for the next one. */
const restingBytes = 64 * 2 ** 20;

/** The files of a batch follow each other faster. */
const restMs = 5_000;

function memoryOf({ exports }: WebAssembly.Instance): WebAssembly.Memory | undefined {
  return Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
}

/**
 * This thread's instance of a codec from one of the jSquash packages. It is thrown away when it has
 * stopped halfway, and at rest when its memory, which cannot shrink, has grown beyond the usual: a
 * photo of 48 megapixels leaves several hundred megabytes.
 */
export class PackagedCodec {
  readonly #name: WasmName;
  readonly #init: Init;
  readonly #options: object;
  #ready: Promise<void> | undefined;
  #module: WebAssembly.Module | undefined;
  #memory: WebAssembly.Memory | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Calls under way: in Node, conversions share a thread. */
  #calls = 0;

  /** `init` is the package's, `options` go to its loader. */
  constructor(name: WasmName, init: unknown, options: object = {}) {
    this.#name = name;
    this.#init = init as Init;
    this.#options = options;
  }

  /** Makes one call of the package. Rejects as the call does, or with `code-not-loaded`. */
  async use<T>(call: () => Promise<T>): Promise<T> {
    clearTimeout(this.#rest);
    this.#calls += 1;
    try {
      await (this.#ready ??= this.#start());
      return await call();
    } catch (error) {
      this.#ready = undefined;
      throw error;
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#scheduleRest();
    }
  }

  async #start(): Promise<void> {
    const module = await loadWasm(this.#name);
    this.#module = module;
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports => {
      const instance = new WebAssembly.Instance(module, imports);
      this.#memory = memoryOf(instance);
      done(instance);
      return instance.exports;
    };
    await this.#init(module, { ...this.#options, instantiateWasm });
  }

  #scheduleRest(): void {
    if (!this.#memory || this.#memory.buffer.byteLength <= restingBytes) return;
    this.#rest = setTimeout(() => this.#drop(), restMs);
    // Node does not wait for it.
    (this.#rest as { unref?: () => void }).unref?.();
  }

  /** A package holds on to its last instance until it is given another; the one here never comes. */
  #drop(): void {
    this.#ready = undefined;
    this.#memory = undefined;
    this.#init(this.#module!, { instantiateWasm: () => ({}) }).catch(() => {});
  }
}
