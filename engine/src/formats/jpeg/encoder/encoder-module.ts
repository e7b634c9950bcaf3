import { bindExports, type Bound } from '../../../wasm/bind.ts';
import { growMemory } from '../../../wasm/memory.ts';
import { jpegSignatures } from './exports.ts';

/**
 * An instance of `assembly/jpeg`. Its users share its memory, which holds at most one strip,
 * followed by scratch space.
 */
export class EncoderModule {
  readonly functions: Bound<typeof jpegSignatures>;
  /** First address after the strip. Valid until the next strip is started. */
  scratch: number;

  constructor(exports: WebAssembly.Exports) {
    this.functions = bindExports(exports, jpegSignatures);
    this.scratch = this.functions.heapBase({});
  }

  /** The whole memory. Valid until it grows. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.functions.memory.buffer);
  }

  /** Grows the memory, if necessary, to reach `end`. Throws `out-of-memory`. */
  reserve(end: number): void {
    growMemory(this.functions.memory, end, 'the JPEG encoder');
  }
}
