import { joinBytes } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { sampleFormatOf } from '../../planes/sample-format.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { loadWasm } from '../../wasm/load.ts';
import { JpegEncoder } from './encoder.ts';
import { jpegEnd, writeJpegHeader } from './header.ts';
import { findSampleConversion, type SampleConversion } from './sample-conversion.ts';
import type { Strip } from './strip.ts';
import { quantizationTables, type HuffmanPair } from './tables.ts';

/**
 * Up to so many pixels are coded in one piece, and bigger pictures in strips of about so many, which
 * takes a tenth of the memory.
 */
const stripPixels = 2e6;

/**
 * Which Huffman tables suit a picture in strips, one row of MCUs in so many tells: its file is within
 * 0.1 % of what counting all of them gives.
 */
const rowsPerSample = 16;

type HuffmanTables = readonly [HuffmanPair, HuffmanPair];

let encoder: Promise<JpegEncoder> | undefined;

function requireEncoder(): Promise<JpegEncoder> {
  encoder ??= loadWasm('jpeg-encoder')
    .then((module) => JpegEncoder.create(module))
    .catch((error: unknown) => {
      encoder = undefined;
      throw error;
    });
  return encoder;
}

/** Fills a strip with bands of `rows` rows of the picture, one under the other, that begin at `tops`. */
type Fill = (jpeg: JpegEncoder, strip: Strip, tops: number[], rows: number) => Promise<void> | void;

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
  const jpeg = await requireEncoder();
  const { across, down } = samplingOf(chroma);
  const mcuHeight = 8 * down;
  const mcuRows = Math.floor(height / mcuHeight);
  const stripMcuRows = Math.max(1, Math.floor(stripPixels / width / mcuHeight));
  const whole = mcuRows <= Math.max(stripMcuRows, rowsPerSample);
  const stripHeight = whole ? height : stripMcuRows * mcuHeight;
  const makeStrip = async (tops: number[], rows: number): Promise<Strip> => {
    const strip = jpeg.startStrip({ width, height: rows * tops.length, chroma, sampleBytes: 1 });
    await fill(jpeg, strip, tops, rows);
    jpeg.finish(strip, conversion);
    return strip;
  };
  const optimizeBySample = async (): Promise<HuffmanTables> => {
    const tops: number[] = [];
    for (let row = 0; row < mcuRows; row += rowsPerSample) tops.push(row * mcuHeight);
    return jpeg.optimize(await makeStrip(tops, mcuHeight), rowsPerSample);
  };
  try {
    jpeg.setQuality(quality);
    let huffman = whole ? null : await optimizeBySample();
    const scans: Uint8Array[] = [];
    for (let top = 0; top < height; top += stripHeight) {
      const rows = Math.min(stripHeight, height - top);
      const strip = await makeStrip([top], rows);
      huffman ??= jpeg.optimize(strip);
      scans.push(jpeg.encode(strip, top / mcuHeight, top + rows === height));
    }
    const header = writeJpegHeader({
      width,
      height,
      chroma,
      quantization: quantizationTables(quality),
      huffman: huffman!,
      restartInterval: Math.ceil(width / (8 * across)),
    });
    return joinBytes([header, ...scans, jpegEnd]);
  } catch (error) {
    // Memory that grew once is only given back with the instance.
    encoder = undefined;
    throw error;
  }
}

/**
 * Encodes an opaque 8-bit raster to a baseline JPEG. `quality` is libjpeg's, 1 to 100; `chroma` is the
 * resolution to keep color at. Throws `encode-failed` or `out-of-memory`.
 */
export async function encodeRaster(
  { width, height, data }: Raster,
  quality: number,
  chroma: ChromaFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(data instanceof Uint8ClampedArray)) {
    throw new EngineError('encode-failed', 'JPEG takes 8-bit samples');
  }
  const read = (top: number, rows: number) =>
    data.subarray(top * width * 4, (top + rows) * width * 4);
  return encodePixels({ width, height, read }, quality, chroma);
}

/** Like `encodeRaster`, from rows of opaque RGBA that are read when they are encoded. */
export async function encodePixels(
  pixels: {
    width: number;
    height: number;
    read(top: number, rows: number): Promise<Uint8ClampedArray> | Uint8ClampedArray;
  },
  quality: number,
  chroma: ChromaFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = pixels;
  return encode({ width, height, chroma }, quality, null, async (jpeg, strip, tops, rows) => {
    if (tops.length === 1) return jpeg.placeRgba(strip, await pixels.read(tops[0]!, rows));
    const bands = new Uint8ClampedArray(tops.length * rows * width * 4);
    for (const [index, top] of tops.entries()) {
      bands.set(await pixels.read(top, rows), index * rows * width * 4);
    }
    return jpeg.placeRgba(strip, bands);
  });
}

/** Encodes planes of 8 bits without a detour over RGB. Throws `encode-failed` or `out-of-memory`. */
export async function encodePlanes(
  planes: Planes,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const conversion = findSampleConversion(sampleFormatOf(null, planes));
  const turn = { transpose: false, flipX: false, flipY: false };
  return encode(planes, quality, conversion, (jpeg, strip, tops, height) => {
    for (const [index, y] of tops.entries()) {
      const from = { x: 0, y, width: planes.width, height };
      jpeg.place(strip, planes, from, { x: 0, y: index * height }, turn);
    }
  });
}
