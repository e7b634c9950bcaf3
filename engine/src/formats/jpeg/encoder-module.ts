import { bindExports, type Bound } from '../../wasm/bind.ts';
import { growMemory } from '../../wasm/memory.ts';
import { type JpegExports, jpegSignatures } from './exports.ts';

/** An instance of `assembly/jpeg`, whose memory its users share: a strip at most, and scratch behind it. */
export class EncoderModule {
  readonly exports: JpegExports;
  readonly functions: Bound<typeof jpegSignatures>;
  /** The first address behind the strip; good until another strip is started. */
  scratch: number;

  constructor(instance: WebAssembly.Exports) {
    this.exports = instance as unknown as JpegExports;
    this.functions = bindExports(instance, jpegSignatures);
    this.scratch = this.exports.heapBase();
  }

  /** The whole memory, until it grows. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer);
  }

  /** Makes the memory reach to the address `end`. Throws `out-of-memory`. */
  reserve(end: number): void {
    growMemory(this.exports.memory, end, 'the JPEG encoder');
  }
}
