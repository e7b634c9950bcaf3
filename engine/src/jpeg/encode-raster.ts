import { joinBytes } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { ChromaFormat, Planes } from '../planes.ts';
import type { Raster } from '../raster.ts';
import { sampleFormatOf } from '../strips/run.ts';
import { loadWasm } from '../wasm.ts';
import { JpegEncoder } from './encoder.ts';
import { jpegEnd, samplingOf, writeJpegHeader } from './header.ts';
import { findSampleConversion, type SampleConversion } from './sample-conversion.ts';
import { quantisationTables, standardHuffman } from './tables.ts';

/** Up to so many pixels are coded in one piece, with Huffman tables of their own (some 5 % smaller). */
const optimisedPixels = 16e6;

/** Bigger pictures go through in strips of about so many pixels, with the standard tables. */
const stripPixels = 2e6;

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

/** Gives rows `top` to `top + rows` of a picture as planes, and where in them these begin. */
type GiveRows = (top: number, rows: number) => { planes: Planes; y: number };

interface Shape {
  width: number;
  height: number;
  chroma: ChromaFormat;
}

const upright = { transpose: false, flipX: false, flipY: false };

async function encode(
  { width, height, chroma }: Shape,
  quality: number,
  conversion: SampleConversion | null,
  give: GiveRows,
): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await requireEncoder();
  const { across, down } = samplingOf(chroma);
  const mcuHeight = 8 * down;
  const whole = width * height <= optimisedPixels;
  const stripHeight = whole
    ? height
    : Math.max(1, Math.floor(stripPixels / width / mcuHeight)) * mcuHeight;
  try {
    jpeg.setQuality(quality);
    jpeg.setHuffman(standardHuffman);
    let huffman = standardHuffman;
    const scans: Uint8Array[] = [];
    for (let top = 0; top < height; top += stripHeight) {
      const rows = Math.min(stripHeight, height - top);
      const strip = jpeg.startStrip({ width, height: rows, chroma, sampleBytes: 1 });
      const { planes, y } = give(top, rows);
      jpeg.place(strip, planes, { x: 0, y, width, height: rows }, { x: 0, y: 0 }, upright);
      jpeg.finish(strip, conversion);
      if (whole) huffman = jpeg.optimise(strip);
      scans.push(jpeg.encode(strip, top / mcuHeight, top + rows === height));
    }
    const header = writeJpegHeader({
      width,
      height,
      chroma,
      quantisation: quantisationTables(quality),
      huffman,
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
 * resolution to keep colour at. Throws `encode-failed` or `out-of-memory`.
 */
export async function encodeRaster(
  { width, height, data }: Raster,
  quality: number,
  chroma: ChromaFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(data instanceof Uint8ClampedArray)) {
    throw new EngineError('encode-failed', 'JPEG takes 8-bit samples');
  }
  return encode({ width, height, chroma }, quality, null, (top, rows) => ({
    planes: toPlanes(data, width, top, rows, chroma),
    y: 0,
  }));
}

/** Encodes planes of 8 bits without a detour over RGB. Throws `encode-failed` or `out-of-memory`. */
export async function encodePlanes(
  planes: Planes,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const conversion = findSampleConversion(sampleFormatOf(null, planes));
  return encode(planes, quality, conversion, (top) => ({ planes, y: top }));
}

/** JFIF 1.02's matrix (BT.601, full range) with 16 fractional bits. */
const one = 65_536;
const fixed = (factor: number) => Math.round(factor * one);
const [yRed, yBlue] = [fixed(0.299), fixed(0.114)];
const yGreen = one - yRed - yBlue;
const [cbRed, cbGreen] = [fixed(-0.168736), fixed(-0.331264)];
const [crGreen, crBlue] = [fixed(-0.418688), fixed(-0.081312)];
const halfFactor = one / 2;

/** `rows` rows of RGBA from `top` on as planes; chroma is the mean of the pixels it stands for. */
function toPlanes(
  data: Uint8ClampedArray<ArrayBuffer>,
  width: number,
  top: number,
  rows: number,
  chroma: ChromaFormat,
): Planes {
  // One read a pixel: red is the low byte on every machine that has WebAssembly.
  const pixels = new Uint32Array(data.buffer, data.byteOffset + top * width * 4, width * rows);
  const luma = new Uint8Array(width * rows);
  for (let at = 0; at < luma.length; at++) {
    const pixel = pixels[at]!;
    const light =
      (pixel & 255) * yRed + ((pixel >> 8) & 255) * yGreen + ((pixel >> 16) & 255) * yBlue;
    luma[at] = (light + halfFactor) >> 16;
  }
  const shared = { width, height: rows, chroma, bitDepth: 8, chromaBitDepth: 8 };
  if (chroma === '4:0:0') return { ...shared, planes: [luma], strides: [width] };
  const { across, down } = samplingOf(chroma);
  const chromaWidth = Math.ceil(width / across);
  const size = chromaWidth * Math.ceil(rows / down);
  const [blueness, redness] = [new Uint8Array(size), new Uint8Array(size)];
  if (across === 2 && down === 2) halveChroma(pixels, width, rows, blueness, redness);
  else fullChroma(pixels, blueness, redness);
  return {
    ...shared,
    planes: [luma, blueness, redness],
    strides: [width, chromaWidth, chromaWidth],
  };
}

function fullChroma(pixels: Uint32Array, blueness: Uint8Array, redness: Uint8Array): void {
  const bias = 128 * one + halfFactor - 1;
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    const [r, g, b] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
    blueness[at] = (r * cbRed + g * cbGreen + b * halfFactor + bias) >> 16;
    redness[at] = (r * halfFactor + g * crGreen + b * crBlue + bias) >> 16;
  }
}

function halveChroma(
  pixels: Uint32Array,
  width: number,
  rows: number,
  blueness: Uint8Array,
  redness: Uint8Array,
): void {
  // Sums of four samples, so two more bits to shift out.
  const bias = 4 * 128 * one + 2 * one - 1;
  for (let y = 0, to = 0; y < rows; y += 2) {
    const upper = y * width;
    // At odd edges the last row or column stands for both.
    const lower = y + 1 < rows ? upper + width : upper;
    for (let x = 0; x < width; x += 2, to++) {
      const next = x + 1 < width ? x + 1 : x;
      const [p, q, s, t] = [
        pixels[upper + x]!,
        pixels[upper + next]!,
        pixels[lower + x]!,
        pixels[lower + next]!,
      ];
      const r = (p & 255) + (q & 255) + (s & 255) + (t & 255);
      const g = ((p >> 8) & 255) + ((q >> 8) & 255) + ((s >> 8) & 255) + ((t >> 8) & 255);
      const b = ((p >> 16) & 255) + ((q >> 16) & 255) + ((s >> 16) & 255) + ((t >> 16) & 255);
      blueness[to] = (r * cbRed + g * cbGreen + b * halfFactor + bias) >> 18;
      redness[to] = (r * halfFactor + g * crGreen + b * crBlue + bias) >> 18;
    }
  }
}
