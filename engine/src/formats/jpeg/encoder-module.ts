import { bindExports, type Bound } from '../../wasm/bind.ts';
import { growMemory } from '../../wasm/memory.ts';
import { type JpegExports, jpegSignatures } from './exports.ts';

/**
 * An instance of `assembly/jpeg`. Its users share its memory, which holds at most one strip,
 * followed by scratch space.
 */
export class EncoderModule {
  readonly exports: JpegExports;
  readonly functions: Bound<typeof jpegSignatures>;
  /** First address after the strip. Valid until the next strip is started. */
  scratch: number;

  constructor(instance: WebAssembly.Exports) {
    this.exports = instance as unknown as JpegExports;
    this.functions = bindExports(instance, jpegSignatures);
    this.scratch = this.exports.heapBase();
  }

  /** The whole memory. Valid until it grows. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer);
  }

  /** Grows the memory, if necessary, to reach `end`. Throws `out-of-memory`. */
  reserve(end: number): void {
    growMemory(this.exports.memory, end, 'the JPEG encoder');
  }
}
