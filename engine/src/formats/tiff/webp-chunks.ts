import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { storedBytes, type Chunks } from './chunks.ts';
import type { TiffFile } from './directories.ts';
import type { Layout } from './layout.ts';
import type { Samples } from './unpack.ts';

/** Decodes strips and tiles stored as WebP, to RGB whatever the directory states. */
export class WebpChunks {
  readonly #file: TiffFile;
  readonly #layout: Layout;
  readonly #chunks: Chunks;

  constructor(file: TiffFile, layout: Layout, chunks: Chunks) {
    this.#file = file;
    this.#layout = layout;
    this.#chunks = chunks;
  }

  /** Four samples per pixel: RGB and straight alpha. */
  async decode(index: number, size: Size): Promise<Samples & Size> {
    const [{ readWebp }, { decodeWebp }] = await Promise.all([
      import('../webp/container.ts'),
      import('../webp/decode.ts'),
    ]);
    const stored = storedBytes(this.#file, this.#layout, this.#chunks, index, 0);
    const webp = readWebp(stored);
    if (webp.width > size.width || webp.height > size.height)
      throw new EngineError('corrupt-file', 'TIFF: a WebP is larger than its part of the picture');
    const { width, height, data } = await decodeWebp(stored, webp);
    return { width, height, data: data as Uint8ClampedArray, count: 4 };
  }
}
