// Changes of a strip's samples in the encoder's memory, between placing and padding them.
import type { ToSrgb } from '../../../color/to-srgb.ts';
import { lightToBytes } from '../../../color/transfer.ts';
import { samplingOf } from '../../../planes/sampling.ts';
import { align } from '../../../wasm/memory.ts';
import type { EncoderModule } from './encoder-module.ts';
import { type SampleConversion, thresholdPattern } from './sample-conversion.ts';
import type { Strip, StripPlane } from './strip.ts';

/** Maps 8-bit samples by a table. */
export function mapSamples(
  module: EncoderModule,
  { codedAddress, codedStride, width, height }: StripPlane,
  table: Uint8Array,
): void {
  const bytes = module.bytes();
  for (let row = 0; row < height; row++) {
    const start = codedAddress + row * codedStride;
    for (let at = start; at < start + width; at++) bytes[at] = table[bytes[at]!]!;
  }
}

/** Converts the colors of 8-bit samples to sRGB. Gray ones stay. Throws `out-of-memory`. */
export function convertColors(
  module: EncoderModule,
  { shape, planes: [y, cb, cr] }: Strip,
  toSrgb: ToSrgb,
): void {
  if (!y || !cb || !cr) return;
  const fromLight = lightToBytes();
  const tables = align(module.scratch, 64);
  const bytesAt = tables + toSrgb.byteLength;
  module.reserve(bytesAt + fromLight.length + 64);
  new Int32Array(module.functions.memory.buffer, tables, toSrgb.length).set(toSrgb);
  module.bytes().set(fromLight, bytesAt);
  module.functions.convertColors({
    y: y.codedAddress,
    yStride: y.codedStride,
    cb: cb.codedAddress,
    cr: cr.codedAddress,
    cStride: cb.codedStride,
    ...samplingOf(shape.chroma),
    width: y.width,
    height: y.height,
    tables,
  });
}

/** Converts samples as they were placed to what JPEG holds. Throws `out-of-memory`. */
export function convertSamples(
  module: EncoderModule,
  strip: Strip,
  { luma, cb, cr, mixes, dithers }: SampleConversion,
): void {
  const bytes = strip.shape.sampleBytes;
  const { across, down } = samplingOf(strip.shape.chroma);
  const thresholds = align(module.scratch, 64);
  // All three conversions read chroma, so in-place results are held here until all are done.
  const spare = thresholds + 256;
  const [y, u, v] = strip.planes;
  const chromaBytes = u ? u.codedStride * u.paddedHeight : 0;
  module.reserve(spare + chromaBytes + 64);
  const pattern = thresholdPattern(dithers);
  module.bytes().set(new Uint8Array(pattern.buffer), thresholds);
  const scale = (plane: StripPlane, factor: number, offset: number): void =>
    void module.functions.scalePlane({
      bytes,
      source: plane.address,
      stride: plane.stride,
      width: plane.width,
      height: plane.height,
      target: plane.codedAddress,
      targetStride: plane.codedStride,
      factor,
      offset,
      thresholds,
    });
  if (!mixes || !u || !v) {
    scale(y!, luma.y, luma.offset);
    if (u && v) {
      scale(u, cb.own, cb.offset);
      scale(v, cr.own, cr.offset);
    }
    return;
  }
  module.functions.mixLuma({
    bytes,
    y: y!.address,
    yStride: y!.stride,
    cb: u.address,
    cr: v.address,
    cStride: u.stride,
    across,
    down,
    width: y!.width,
    height: y!.height,
    target: y!.codedAddress,
    targetStride: y!.codedStride,
    factorY: luma.y,
    factorCb: luma.cb,
    factorCr: luma.cr,
    offset: luma.offset,
    thresholds,
  });
  const mix = (own: StripPlane, other: StripPlane, factors: SampleConversion['cb'], to: number) =>
    module.functions.mixChroma({
      bytes,
      own: own.address,
      other: other.address,
      stride: own.stride,
      width: own.width,
      height: own.height,
      target: to,
      targetStride: own.codedStride,
      factorOwn: factors.own,
      factorOther: factors.other,
      offset: factors.offset,
      thresholds,
    });
  mix(u, v, cb, spare);
  mix(v, u, cr, v.codedAddress);
  module.bytes().copyWithin(u.codedAddress, spare, spare + u.codedStride * u.height);
}
