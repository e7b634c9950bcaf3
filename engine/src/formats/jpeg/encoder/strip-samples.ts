import type { ToSrgb } from '../../../color/to-srgb.ts';
import { EngineError } from '../../../errors.ts';
import type { Turn } from '../../../geometry.ts';
import type { DecodedPixels } from '../../../planes/decoded-pixels.ts';
import type { Planes } from '../../../planes/planes.ts';
import { samplingOf } from '../../../planes/sampling.ts';
import { parseColor } from '../../../transform/color-text.ts';
import type { PlaneRows } from '../../../transform/resampled-rows.ts';
import { align } from '../../../wasm/memory.ts';
import { convertColors, convertSamples, mapSamples } from './change-samples.ts';
import type { EncoderModule } from './encoder-module.ts';
import type { SampleConversion } from './sample-conversion.ts';
import {
  layOutPlanes,
  layOutStrip,
  type CodedShape,
  type Strip,
  type StripPlane,
} from './strip.ts';

/** Rows of RGBA copied into the module's memory at a time. Even, for 4:2:0. */
const rgbaRows = 64;

/** The same for pixels copied by the browser, where each copy costs more. */
const pixelRows = 128;

/**
 * Rows are copied together with the gaps between them if that is at most this many times the
 * samples.
 */
const maxBringing = 2;

/**
 * Prepares a strip's samples for JPEG: placed, 8 bits, full range, BT.601, padded to whole MCUs.
 */
export class StripSamples {
  readonly #module: EncoderModule;

  constructor(module: EncoderModule) {
    this.#module = module;
  }

  /**
   * Makes room for a strip. Its samples are undefined until `place` has covered them. Throws
   * `out-of-memory`.
   */
  startStrip(shape: CodedShape): Strip {
    const { across, down } = samplingOf(shape.chroma);
    const { strip, end } = layOutStrip(shape, this.#module.functions.heapBase({}));
    this.#module.scratch = end;
    this.#module.reserve(end);
    this.#module.functions.setSampling({
      newAcross: across,
      newDown: down,
      newGray: shape.chroma === '4:0:0',
    });
    return strip;
  }

  /**
   * Copies a rectangle of decoded planes into the strip. All positions and sizes are in luma
   * samples; where chroma is subsampled, `from` and `to` must lie on whole chroma samples. `width`
   * and `height` are the source's, before the turn. Throws `corrupt-file` for a rectangle outside
   * the planes or the strip.
   */
  place(
    strip: Strip,
    source: Planes,
    from: { x: number; y: number; width: number; height: number },
    to: { x: number; y: number },
    turn: Turn,
  ): void {
    const { across, down } = samplingOf(strip.shape.chroma);
    const [sourceAcross, sourceDown] = turn.transpose ? [down, across] : [across, down];
    strip.planes.forEach((plane, component) => {
      const samples = source.planes[component]!;
      const stride = source.strides[component]!;
      const bytes = strip.shape.sampleBytes;
      const [sx, sy] = component === 0 ? [1, 1] : [sourceAcross, sourceDown];
      const [dx, dy] = component === 0 ? [1, 1] : [across, down];
      const x = Math.floor(from.x / sx);
      const y = Math.floor(from.y / sy);
      const width = Math.ceil((from.x + from.width) / sx) - x;
      const height = Math.ceil((from.y + from.height) / sy) - y;
      const [targetX, targetY] = [Math.floor(to.x / dx), Math.floor(to.y / dy)];
      const [targetWidth, targetHeight] = turn.transpose ? [height, width] : [width, height];
      const first = y * stride + x;
      const last = first + (height - 1) * stride + width;
      if (
        samples.BYTES_PER_ELEMENT !== bytes ||
        last > samples.length ||
        targetX + targetWidth > plane.width ||
        targetY + targetHeight > plane.height
      ) {
        throw new EngineError('corrupt-file', 'decoded planes do not fit where they belong');
      }
      const rows = samples.subarray(first, last);
      this.#module.functions.placePlane({
        bytes,
        source: this.#module.scratch,
        stride: this.#bringRows(rows, { width, height, stride }),
        width,
        height,
        target: plane.address + targetY * plane.stride + targetX * bytes,
        targetStride: plane.stride,
        transposed: turn.transpose,
        flipX: turn.flipX,
        flipY: turn.flipY,
      });
    });
  }

  /** Copies rows of samples into scratch memory. Returns their stride there, in bytes. */
  #bringRows(
    samples: Uint8Array | Uint16Array,
    { width, height, stride }: { width: number; height: number; stride: number },
  ): number {
    const { scratch } = this.#module;
    const bytes = samples.BYTES_PER_ELEMENT;
    const data = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    const rowBytes = width * bytes;
    // Turned pictures are cut into a few columns at a time: then the gaps are too large to copy.
    if (data.length <= maxBringing * rowBytes * height) {
      this.#module.reserve(scratch + data.length);
      this.#module.bytes().set(data, scratch);
      return stride * bytes;
    }
    this.#module.reserve(scratch + rowBytes * height);
    const target = this.#module.bytes();
    for (let row = 0; row < height; row++) {
      const from = row * stride * bytes;
      target.set(data.subarray(from, from + rowBytes), scratch + row * rowBytes);
    }
    return rowBytes;
  }

  /**
   * Makes a part of a finished strip a strip of its own, ready to be coded. Its luma stays in
   * place, starting at `corner`; its chroma is replaced by the planes `color` of the part's size,
   * without gaps. The whole strip is no longer valid.
   */
  takePart(
    { shape: { chroma }, planes: [whole] }: Strip,
    corner: { x: number; y: number },
    size: { width: number; height: number },
    color: readonly Uint8Array[],
  ): Strip {
    const shape: CodedShape = { ...size, chroma, sampleBytes: 1 };
    const { across, down } = samplingOf(chroma);
    const { codedAddress, codedStride } = whole!;
    const address = codedAddress + corner.y * codedStride + corner.x;
    const luma: StripPlane = {
      ...size,
      address,
      stride: codedStride,
      codedAddress: address,
      codedStride,
      paddedWidth: align(size.width, 8 * across),
      paddedHeight: align(size.height, 8 * down),
    };
    const components = color.map((_, at) => at + 1);
    // Padding of luma may reach past the end of the whole strip.
    const behind = align(address + luma.paddedHeight * codedStride, 64);
    const start = Math.max(this.#module.scratch, behind);
    const { planes, end } = layOutPlanes(shape, components, start);
    this.#module.scratch = end;
    this.#module.reserve(end);
    const bytes = this.#module.bytes();
    planes.forEach(({ width, height, codedAddress: to, codedStride: stride }, at) => {
      for (let row = 0; row < height; row++) {
        bytes.set(color[at]!.subarray(row * width, (row + 1) * width), to + row * stride);
      }
    });
    const part: Strip = { shape, planes: [luma, ...planes] };
    this.#pad(part);
    return part;
  }

  /**
   * Fills a strip of one-byte samples from opaque rows of pixels, which have the strip's width and
   * start at its top. Chroma is 4:4:4, 4:2:0 (the mean of 2 x 2 pixels) or none. Throws `encode-failed`
   * for 4:2:2.
   */
  placeRgba(strip: Strip, rgba: Uint8ClampedArray, order: DecodedPixels['order'] = 'rgb'): void {
    const { width, height } = strip.shape;
    for (let top = 0; top < height; top += rgbaRows) {
      const rows = Math.min(rgbaRows, height - top);
      this.#pixelRows(rows * width).set(rgba.subarray(top * width * 4, (top + rows) * width * 4));
      this.#placeRows(strip, top, rows, order);
    }
  }

  /**
   * Like `placeRgba`, for pixels in another place; their row `first` becomes the strip's first row.
   * Blends transparent pixels onto `background` (`#rrggbb`). Returns whether any pixel was not
   * opaque. Throws what copying pixels throws.
   */
  async placePixels(
    strip: Strip,
    pixels: DecodedPixels,
    first: number,
    background: string,
  ): Promise<boolean> {
    const { width, height } = strip.shape;
    const { order, opaque } = pixels;
    const [red, green, blue] = parseColor(background);
    const color = order === 'rgb' ? [red, green, blue] : [blue, green, red];
    const pixel = color[0]! | (color[1]! << 8) | (color[2]! << 16);
    let isFilled = false;
    for (let top = 0; top < height; top += pixelRows) {
      const rows = Math.min(pixelRows, height - top);
      await pixels.copy(first + top, rows, this.#pixelRows(rows * width));
      if (!opaque) {
        const { functions, scratch } = this.#module;
        const laid = functions.layPixels({ pixels: scratch, count: rows * width, color: pixel });
        isFilled ||= laid !== 0;
      }
      this.#placeRows(strip, top, rows, order);
    }
    return isFilled;
  }

  /** Memory for the pixels to be placed next. */
  #pixelRows(pixels: number): Uint8Array<ArrayBuffer> {
    const { scratch, functions } = this.#module;
    this.#module.reserve(scratch + pixels * 4 + 64);
    return new Uint8Array(functions.memory.buffer, scratch, pixels * 4);
  }

  #placeRows(
    { shape, planes }: Strip,
    top: number,
    rows: number,
    order: DecodedPixels['order'],
  ): void {
    const { width, chroma } = shape;
    if (chroma === '4:2:2') throw new EngineError('encode-failed', 'pixels do not become 4:2:2');
    const halved = chroma === '4:2:0';
    const [luma, cb, cr] = planes as [StripPlane, StripPlane?, StripPlane?];
    const chromaAt = (plane: StripPlane | undefined): number =>
      plane ? plane.address + (halved ? top >> 1 : top) * plane.stride : 0;
    this.#module.functions.placeRgba({
      pixels: this.#module.scratch,
      width,
      rows,
      y: luma.address + top * luma.stride,
      yStride: luma.stride,
      cb: chromaAt(cb),
      cr: chromaAt(cr),
      cStride: cb?.stride ?? 0,
      halved,
      bgr: order === 'bgr',
    });
  }

  /**
   * Converts placed samples to 8 bits, full range and BT.601 where needed, and pads to whole MCUs.
   * Throws `encode-failed` for two-byte samples without a conversion.
   *
   * @param table Maps each luma sample afterwards.
   * @param toSrgb Converts colors afterwards, if there are any.
   */
  finish(
    strip: Strip,
    conversion: SampleConversion | null,
    table: Uint8Array | null = null,
    toSrgb: ToSrgb | null = null,
  ): void {
    if (conversion) {
      convertSamples(this.#module, strip, conversion);
    } else if (strip.shape.sampleBytes !== 1) {
      throw new EngineError('encode-failed', 'samples of two bytes need a conversion');
    }
    if (table) mapSamples(this.#module, strip.planes[0]!, table);
    if (toSrgb) convertColors(this.#module, strip, toSrgb);
    this.#pad(strip);
  }

  /** Pads to whole MCUs. */
  #pad({ planes }: Strip): void {
    for (const plane of planes) {
      this.#module.functions.padPlane({
        plane: plane.codedAddress,
        stride: plane.codedStride,
        width: plane.width,
        height: plane.height,
        paddedWidth: plane.paddedWidth,
        paddedHeight: plane.paddedHeight,
      });
    }
  }

  /** Samples of a finished strip, by component. Valid until the next call. */
  samplesOf({ planes }: Strip): Omit<PlaneRows, 'top'>[] {
    const data = this.#module.bytes();
    return planes.map(({ codedAddress, codedStride, width, height }) => ({
      data,
      offset: codedAddress,
      stride: codedStride,
      step: 1,
      width,
      rows: height,
    }));
  }

  /** The same including the padding; see `finish`. */
  paddedSamplesOf({ planes }: Strip): { data: Uint8Array; offset: number; stride: number }[] {
    const data = this.#module.bytes();
    return planes.map(({ codedAddress, codedStride }) => ({
      data,
      offset: codedAddress,
      stride: codedStride,
    }));
  }
}
