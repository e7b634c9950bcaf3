import decode, { init } from '@jsquash/jxl/decode.js';
import { transferHlg } from '../../color/hdr.ts';
import { nitsToPq, sceneToHlg, srgbToLight } from '../../color/transfer.ts';
import { EngineError } from '../../errors.ts';
import type { ColorTags, Raster } from '../../planes/raster.ts';
import { PackagedCodec } from '../../wasm/packaged-codec.ts';
import { maxDecodedJxlPixels } from './limits.ts';

const decoder = new PackagedCodec('jxl-decoder', init);

/** Light that the value 1 represents in the decoder's PQ, in candela per square meter. */
const pqPeak = 10_000;

/** Restores the HDR signal: the decoder delivers HDR with sRGB's curve, with its peak as white. */
function restoreSignal(data: Uint8ClampedArray, transfer: number): Uint16Array<ArrayBuffer> {
  const signals = Uint16Array.from({ length: 256 }, (_, value) => {
    const light = srgbToLight(value / 255);
    const signal = transfer === transferHlg ? sceneToHlg(light) : nitsToPq(light * pqPeak);
    return Math.round(signal * 65_535);
  });
  const deep = new Uint16Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++)
      deep[at + channel] = signals[data[at + channel]!]!;
    deep[at + 3] = data[at + 3]! * 257;
  }
  return deep;
}

/**
 * Decodes with libjxl where no browser does: upright, with straight alpha, 8 bits in sRGB. Or 16
 * bits where `color` asks for PQ or HLG with sRGB's primaries, which the file must be in. Throws
 * `too-large` above 36 megapixels, `corrupt-file` or `code-not-loaded`.
 */
export async function decodeByPackage(
  bytes: Uint8Array<ArrayBuffer>,
  pixels: number,
  color: ColorTags,
): Promise<Raster> {
  if (pixels > maxDecodedJxlPixels) {
    throw new EngineError(
      'too-large',
      `JPEG XL of ${pixels} pixels, and ${maxDecodedJxlPixels} may be`,
    );
  }
  const { width, height, data } = await decodeByLibjxl(bytes);
  const samples = new Uint8ClampedArray(data.buffer);
  return {
    width,
    height,
    data: color.cicp ? restoreSignal(samples, color.cicp.transfer) : samples,
    opaque: false,
    gray: false,
    premultiplied: false,
    color,
  };
}

/** Throws `corrupt-file` or `code-not-loaded`. */
async function decodeByLibjxl(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  try {
    return await decoder.use(() => decode(bytes as unknown as ArrayBuffer));
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('corrupt-file', `JPEG XL: ${String(cause)}`, { cause });
  }
}
