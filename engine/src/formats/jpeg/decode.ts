import decode, { init } from '@jsquash/jpeg/decode.js';
import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';
import { findJpegIcc, type JpegFile } from './segments.ts';

/** What libjpeg says about the picture at hand. It goes on after damage, with gray where data is missing. */
let warnings: string[] = [];

/** Damage that shows. Stray bytes between the parts of a file do not. */
const damage = /premature end|bad Huffman|Invalid component|out of order|inconsistent progression/i;

const decoder = new PackagedCodec('mozjpeg-decoder', init, {
  printErr: (line: string) => warnings.push(line),
});

/** Decodes a JPEG as it is stored, not turned. Throws `corrupt-file` or `unsupported-feature`. */
export async function decodeJpeg(bytes: Uint8Array<ArrayBuffer>, file: JpegFile): Promise<Raster> {
  if (file.bitDepth !== 8) {
    throw new EngineError('unsupported-feature', `JPEG with ${file.bitDepth} bits`, {
      feature: 'jpeg-12-bit',
    });
  }
  const icc = findJpegIcc(file);
  try {
    // The trailer is left out: it is not part of the picture.
    warnings = [];
    const image = await decoder.use(async () => {
      const decoded = await decode(bytes.subarray(0, file.end) as unknown as ArrayBuffer);
      const damaged = warnings.find((line) => damage.test(line));
      if (damaged) throw new Error(damaged);
      return decoded;
    });
    return {
      width: image.width,
      height: image.height,
      data: new Uint8ClampedArray(image.data),
      opaque: true,
      gray: file.components === 1,
      premultiplied: false,
      color: icc ? { icc } : {},
    };
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('corrupt-file', `JPEG: ${String(cause)}`, { cause });
  }
}
