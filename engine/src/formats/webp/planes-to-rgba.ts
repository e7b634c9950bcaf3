import type { Planes } from '../../planes/planes.ts';
import { bindExports, type Bound, type Signatures } from '../../wasm/bind.ts';
import { loadWasm } from '../../wasm/load.ts';
import { align, growMemory } from '../../wasm/memory.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';

/** The functions of `assembly/raster` for WebP. Addresses, strides and sizes are in bytes. */
export const webpRgbaSignatures = {
  heapBase: [],
  webpScratchSize: ['width'],
  webpToRgba: [
    ...(['y', 'yStride', 'cb', 'cr', 'cStride', 'width', 'chromaRows'] as const),
    ...(['first', 'rows', 'scratch', 'target'] as const),
  ],
} as const satisfies Signatures;

/** SIMD code may read and write this many bytes past the end. */
const slack = 64;

/** Turns the planes of lossy WebPs into the pixels that libwebp gives. */
export class WebpConverter {
  readonly #module: Bound<typeof webpRgbaSignatures>;

  /** `module` is the compiled `assembly/raster`. */
  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module);
    this.#module = bindExports(exports, webpRgbaSignatures);
  }

  /**
   * Writes `rows` rows of opaque RGBA from row `first` of 4:2:0 planes on to the start of `target`.
   * Chroma is interpolated between rows, so the planes must also have the row above these and the
   * row below, except where the picture ends. Throws `out-of-memory`.
   */
  convert(
    { planes, strides, width, height }: Planes,
    { first, rows }: { first: number; rows: number },
    target: Uint8Array | Uint8ClampedArray,
  ): void {
    const chromaRows = Math.ceil(height / 2);
    const scratch = this.#module.heapBase({});
    let end = align(scratch + this.#module.webpScratchSize({ width }), 64);
    const addresses = planes.map((_, component) => {
      const address = end;
      end += strides[component]! * (component === 0 ? height : chromaRows) + slack;
      return address;
    });
    const pixels = align(end, 64);
    growMemory(this.#module.memory, pixels + width * rows * 4 + slack, 'the pixels of a WebP');
    const memory = new Uint8Array(this.#module.memory.buffer);
    addresses.forEach((address, component) => {
      const size = strides[component]! * (component === 0 ? height : chromaRows);
      memory.set((planes[component] as Uint8Array).subarray(0, size), address);
    });
    const [y, cb, cr] = addresses as [number, number, number];
    this.#module.webpToRgba({
      y,
      yStride: strides[0]!,
      cb,
      cr,
      cStride: strides[1]!,
      width,
      chromaRows,
      first,
      rows,
      scratch,
      target: pixels,
    });
    target.set(memory.subarray(pixels, pixels + width * rows * 4));
  }
}

/** This thread's converter. */
export const webpConverter = new ThreadCodec(
  async () => new WebpConverter(await loadWasm('raster')),
);
