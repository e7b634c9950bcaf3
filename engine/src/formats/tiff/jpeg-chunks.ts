import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { decodeFourComponents } from '../jpeg/decode-inks.ts';
import { decodeJpeg } from '../jpeg/decode.ts';
import { readJpeg } from '../jpeg/segments.ts';
import { storedBytes, type Chunks } from './chunks.ts';
import { bytesOf, type TiffFile } from './directories.ts';
import { joinJpeg, type ColorTransform } from './join-jpeg.ts';
import type { Layout } from './layout.ts';
import { findOldStream, makeOldHeader } from './old-jpeg.ts';
import { compressions, photometrics, tags } from './tags.ts';
import type { Samples } from './unpack.ts';
import { hasOwnColors } from './ycbcr-color.ts';

/** Blocks may extend past a strip or tile by up to this many pixels. */
const maxBeyond = 64;

/** Decodes a JPEG that has at most `size` pixels. */
async function decodePart(jpeg: Uint8Array<ArrayBuffer>, size: Size): Promise<Samples & Size> {
  const file = readJpeg(jpeg);
  if (file.width > size.width + maxBeyond || file.height > size.height + maxBeyond)
    throw new EngineError('corrupt-file', 'TIFF: a JPEG is larger than its part of the picture');
  if (!file.huffman || ![1, 3, 4].includes(file.components))
    throw new EngineError('unsupported-feature', 'TIFF: JPEG of a rare coding', {
      feature: 'jpeg-coding',
    });
  const decoded =
    file.components === 4 ? await decodeFourComponents(jpeg) : await decodeJpeg(jpeg, file);
  const { width, height, data } = decoded;
  return { width, height, data, count: 4 };
}

/** Decodes strips and tiles stored as JPEGs. */
export class JpegChunks {
  readonly #file: TiffFile;
  readonly #layout: Layout;
  readonly #chunks: Chunks;
  readonly #tables: Uint8Array | null;
  readonly #transform: ColorTransform;

  constructor(file: TiffFile, layout: Layout, chunks: Chunks) {
    this.#file = file;
    this.#layout = layout;
    this.#chunks = chunks;
    this.#tables = bytesOf(file, layout.directory, tags.jpegTables);
    const isYcbcr = layout.photometric === photometrics.ycbcr && !layout.isSeparate;
    this.#transform = isYcbcr && !hasOwnColors(file, layout) ? 'ycbcr' : 'none';
  }

  /** Four samples per pixel: RGB and opaque alpha, or the four components. */
  async decode(index: number, size: Size): Promise<Samples & Size> {
    const { compression } = this.#layout;
    const stored = storedBytes(this.#file, this.#layout, this.#chunks, index, 0);
    const isWhole = stored[0] === 0xff && stored[1] === 0xd8;
    const isOld = compression === compressions.oldJpeg;
    const head =
      isOld && !isWhole ? makeOldHeader(this.#file, this.#layout, size.height) : this.#tables;
    return decodePart(joinJpeg(head, stored, this.#transform), size);
  }

  /** Decodes the single stream that an old-style directory may name. `null` where there is none. */
  async decodeOldWhole(): Promise<(Samples & Size) | null> {
    const { width, height, compression } = this.#layout;
    if (compression !== compressions.oldJpeg) return null;
    const stream = findOldStream(this.#file, this.#layout);
    if (!stream) return null;
    try {
      const decoded = await decodePart(joinJpeg(null, stream, this.#transform), { width, height });
      return decoded.width === width && decoded.height === height ? decoded : null;
    } catch (error) {
      // Often it holds only the tables.
      if (error instanceof EngineError && error.code === 'corrupt-file') return null;
      throw error;
    }
  }
}
