import { fullChromaQuality } from '../codec/quality.ts';
import { type Hooks, secondsFor } from '../convert/plan/job.ts';
import { profileFor } from '../color/profile-for.ts';
import { isHdr } from '../color/hdr.ts';
import { requireToneMapper } from '../color/tone-map.ts';
import { encodePlanes, encodeRaster } from '../formats/jpeg/encode-raster.ts';
import { jpegOutput } from '../formats/jpeg/output.ts';
import { mimeTypes, quality as qualityRange } from '../options.ts';
import type { ColorTags, Raster } from '../planes/raster.ts';
import { secondsToLoad } from '../strips/deadlines.ts';
import { findOpaque, flatten } from '../transform/alpha.ts';
import { reduceTo8 } from '../transform/depth.ts';
import type { EncodeJpegOptions, PixelsToEncode, SamplesToEncode } from './samples.ts';
import { isPlanes, requireEncodeOptions, requireSamples } from './validate.ts';

/** ITU-T H.273 code points of a `display-p3` canvas. */
const displayP3 = { primaries: 12, transfer: 13 };

const bt601 = 6;

function colorOf({ color, colorSpace }: PixelsToEncode): ColorTags {
  return color ?? (colorSpace === 'display-p3' ? { cicp: displayP3 } : {});
}

/** A copy, because the steps before encoding may write to it. */
function copyPixels(pixels: PixelsToEncode): Raster {
  const { width, height, data } = pixels;
  const used = data.subarray(0, width * height * 4);
  return {
    width,
    height,
    opaque: false,
    gray: false,
    premultiplied: false,
    data: used instanceof Uint16Array ? new Uint16Array(used) : new Uint8ClampedArray(used),
    color: colorOf(pixels),
  };
}

/** Encodes samples in this thread. Throws `invalid-options`, `too-large`, `encode-failed` or `out-of-memory`. */
export async function encodeSamples(
  samples: SamplesToEncode,
  options: EncodeJpegOptions,
  { onDeadline }: Hooks = {},
): Promise<Blob> {
  requireEncodeOptions(options);
  requireSamples(samples);
  onDeadline?.(secondsToLoad + secondsFor(samples, {}));
  const { quality = qualityRange.default, background = '#ffffff' } = options;
  await jpegOutput.load({ quality, lossless: false, halfChroma: false, small: false });
  const attach = async (bare: Uint8Array<ArrayBuffer>, color: ColorTags): Promise<Blob> => {
    const bytes = await jpegOutput.attach(bare, {}, profileFor(color));
    return new Blob([bytes], { type: mimeTypes.jpeg });
  };
  if (isPlanes(samples)) {
    const { width, height, chroma, planes, strides, color = {} } = samples;
    const { fullRange = true, matrix = bt601 } = samples;
    const bits = { bitDepth: 8, chromaBitDepth: 8 };
    const coding = { fullRange, matrix, primaries: 2, transfer: 2 };
    const picture = { width, height, chroma, planes, strides, ...bits, color: coding };
    return attach(await encodePlanes(picture, quality), color);
  }
  const copied = copyPixels(samples);
  findOpaque(copied);
  const raster = isHdr(copied.color) ? (await requireToneMapper()).map(copied).raster : copied;
  flatten(raster, background);
  const chroma = options.chroma ?? (quality < fullChromaQuality ? '4:2:0' : '4:4:4');
  return attach(await encodeRaster(reduceTo8(raster), quality, chroma), raster.color);
}
