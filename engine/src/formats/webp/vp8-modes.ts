import { bindExports, type Bound, type Signatures } from '../../wasm/bind.ts';
import { loadWasm } from '../../wasm/load.ts';
import { align, growMemory } from '../../wasm/memory.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';
import { modeProbabilities, updateProbabilities } from './vp8-tables.ts';

/** The functions of assembly/webp-modes and their parameters; a test compares them with the sources. */
export const webpModesSignatures = {
  heapBase: [],
  modeProbabilitiesAddress: [],
  updateProbabilitiesAddress: [],
  readModes: ['from', 'bytes', 'across', 'down', 'above', 'most'],
} as const satisfies Signatures;

/** Encoders may leave up to this many bytes after the last boolean: as many as they buffer. */
const maxSpareBytes = 8;

/** Size of the frame tag, start code and sizes (section 9.1). */
const frameHeaderBytes = 10;

/** Reads the prediction modes of lossy frames' macroblocks (RFC 6386). */
export class ModeReader {
  readonly #module: Bound<typeof webpModesSignatures>;

  /** `module` is the compiled `assembly/webp-modes`. */
  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module);
    this.#module = bindExports(exports, webpModesSignatures);
    const bytes = new Uint8Array(this.#module.memory.buffer);
    bytes.set(modeProbabilities, this.#module.modeProbabilitiesAddress({}));
    bytes.set(updateProbabilities, this.#module.updateProbabilitiesAddress({}));
  }

  /**
   * Whether the first partition of a frame (the data of a `VP8 ` chunk) has modes for exactly the
   * macroblocks of its size. The partition's length is stated before it, so a mismatch reveals a
   * wrong size, which decoders do not check.
   */
  hasModesForSize(data: Uint8Array): boolean {
    if (data.length < frameHeaderBytes) return false;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const length = (data[0]! | (data[1]! << 8) | (data[2]! << 16)) >>> 5;
    const across = ((view.getUint16(6, true) & 0x3fff) + 15) >> 4;
    const down = ((view.getUint16(8, true) & 0x3fff) + 15) >> 4;
    if (frameHeaderBytes + length > data.length) return false;
    const from = this.#module.heapBase({});
    const above = from + align(length, 64);
    growMemory(this.#module.memory, above + across * 4, 'the WebP reader');
    const part = data.subarray(frameHeaderBytes, frameHeaderBytes + length);
    new Uint8Array(this.#module.memory.buffer).set(part, from);
    // Limits the time for endless zeros.
    const most = length + maxSpareBytes;
    const read = this.#module.readModes({ from, bytes: length, across, down, above, most });
    return read <= most && read >= length - maxSpareBytes;
  }
}

/** This thread's reader. */
export const modeReader = new ThreadCodec(async () => new ModeReader(await loadWasm('webp-modes')));
