import { joinBytes } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import type { PixelRows, Raster } from '../../planes/raster.ts';
import { sampleFormatOf } from '../../planes/sample-format.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { copyRows } from '../../transform/resampled-rows.ts';
import { loadWasm } from '../../wasm/load.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';
import { JpegEncoder } from './encoder/encoder.ts';
import { jpegEnd, writeFrameHeader, writeScanHeader } from './header.ts';
import { findSampleConversion, type SampleConversion } from './encoder/sample-conversion.ts';
import type { Strip } from './encoder/strip.ts';
import { stepsFor } from './encoder/quantization.ts';
import { huffmanFor } from './encoder/tokens.ts';

/**
 * Pictures of up to this many pixels are coded in one piece, larger ones in strips of about this
 * size, which takes a tenth of the memory.
 */
const stripPixels = 2e6;

const encoder = new ThreadCodec(async () => JpegEncoder.create(await loadWasm('jpeg-encoder')));

/** Fills a strip with the picture's rows, starting at row `top`. */
type Fill = (jpeg: JpegEncoder, strip: Strip, top: number, rows: number) => Promise<void> | void;

interface Shape {
  width: number;
  height: number;
  chroma: ChromaFormat;
}

async function encode(
  { width, height, chroma }: Shape,
  quality: number,
  conversion: SampleConversion | null,
  fill: Fill,
): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await encoder.require();
  const { across, down } = samplingOf(chroma);
  const mcuHeight = 8 * down;
  const stripMcuRows = Math.max(1, Math.floor(stripPixels / width / mcuHeight));
  const stripHeight = stripMcuRows * mcuHeight;
  try {
    jpeg.setQuality(quality, chroma);
    const strips: Uint8Array<ArrayBuffer>[] = [];
    for (let top = 0; top < height; top += stripHeight) {
      const rows = Math.min(stripHeight, height - top);
      const strip = jpeg.samples.startStrip({ width, height: rows, chroma, sampleBytes: 1 });
      await fill(jpeg, strip, top, rows);
      jpeg.samples.finish(strip, conversion);
      strips.push(jpeg.tokenize(strip, top / mcuHeight, top + rows === height));
    }
    const huffman = huffmanFor(strips);
    const header = writeFrameHeader({
      width,
      height,
      chroma,
      quantization: stepsFor(quality, chroma),
      restartInterval: Math.ceil(width / (8 * across)),
    });
    // Tokens take more room than the data made of them, so each strip's are dropped once written.
    const parts: Uint8Array[] = [header, writeScanHeader(chroma, huffman)];
    while (strips.length > 0) parts.push(jpeg.writeScan([strips.shift()!], huffman));
    return joinBytes([...parts, jpegEnd]);
  } catch (error) {
    // WebAssembly memory never shrinks: only dropping the instance frees it.
    encoder.drop();
    throw error;
  }
}

/**
 * Encodes an opaque 8-bit raster to a baseline JPEG. `quality` is libjpeg's, 1 to 100; `chroma`
 * sets the color subsampling. Throws `encode-failed` or `out-of-memory`.
 */
export async function encodeRaster(
  { width, height, data }: Raster,
  quality: number,
  chroma: ChromaFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(data instanceof Uint8ClampedArray)) {
    throw new EngineError('encode-failed', 'JPEG takes 8-bit samples');
  }
  return encode({ width, height, chroma }, quality, null, (jpeg, strip, top, rows) =>
    jpeg.samples.placeRgba(strip, data.subarray(top * width * 4, (top + rows) * width * 4)),
  );
}

/** Like `encodeRaster`, for opaque pixels that are still in the browser's memory. */
export async function encodePixels(
  pixels: DecodedPixels,
  quality: number,
  chroma: ChromaFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = pixels;
  return encode({ width, height, chroma }, quality, null, async (jpeg, strip, top) => {
    await jpeg.samples.placePixels(strip, pixels, top, '#ffffff');
  });
}

/**
 * Converts opaque pixels of 8 bits to the planes that they would be encoded from: Y, Cb and Cr,
 * without gaps. Throws `encode-failed` or `out-of-memory`.
 */
export async function toPlanes(
  { width, height, data }: PixelRows,
  chroma: ChromaFormat,
  order: DecodedPixels['order'] = 'rgb',
): Promise<Uint8Array<ArrayBuffer>[]> {
  if (!(data instanceof Uint8ClampedArray)) {
    throw new EngineError('encode-failed', 'JPEG takes 8-bit samples');
  }
  const jpeg = await encoder.require();
  const { across, down } = samplingOf(chroma);
  const strides = (chroma === '4:0:0' ? [1] : [1, across, across]).map((by) =>
    Math.ceil(width / by),
  );
  const heights = strides.map((_, component) => Math.ceil(height / (component === 0 ? 1 : down)));
  const planes = strides.map((stride, component) => new Uint8Array(stride * heights[component]!));
  const stripHeight = Math.max(1, Math.floor(stripPixels / width / (8 * down))) * 8 * down;
  try {
    for (let top = 0; top < height; top += stripHeight) {
      const rows = Math.min(stripHeight, height - top);
      const strip = jpeg.samples.startStrip({ width, height: rows, chroma, sampleBytes: 1 });
      jpeg.samples.placeRgba(
        strip,
        data.subarray(top * width * 4, (top + rows) * width * 4),
        order,
      );
      jpeg.samples.samplesOf(strip).forEach((samples, component) => {
        const first = component === 0 ? top : top / down;
        planes[component]!.set(copyRows(samples), first * strides[component]!);
      });
    }
  } catch (error) {
    encoder.drop();
    throw error;
  }
  return planes;
}

/**
 * Encodes 8-bit planes directly, without converting to RGB. Throws `encode-failed` or
 * `out-of-memory`.
 */
export async function encodePlanes(
  planes: Planes,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const conversion = findSampleConversion(sampleFormatOf(null, planes));
  const turn = { transpose: false, flipX: false, flipY: false };
  return encode(planes, quality, conversion, (jpeg, strip, y, height) =>
    jpeg.samples.place(
      strip,
      planes,
      { x: 0, y, width: planes.width, height },
      { x: 0, y: 0 },
      turn,
    ),
  );
}
