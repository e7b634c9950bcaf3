import { joinBytes } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { ChromaFormat, Planes } from '../planes.ts';
import type { Raster } from '../raster.ts';
import { loadWasm } from '../wasm.ts';
import { JpegEncoder } from './encoder.ts';
import { jpegEnd, samplingOf, writeJpegHeader } from './header.ts';
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

/**
 * Encodes an opaque 8-bit raster to a baseline JPEG. `quality` is libjpeg's, 1 to 100; `chroma` is the
 * resolution to keep colour at. Throws `encode-failed` or `out-of-memory`.
 */
export async function encodeRaster(
  raster: Raster,
  quality: number,
  chroma: ChromaFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(raster.data instanceof Uint8ClampedArray)) {
    throw new EngineError('encode-failed', 'JPEG takes 8-bit samples');
  }
  const jpeg = await requireEncoder();
  const { width, height } = raster;
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
      const planes = toPlanes(raster.data, width, top, rows, chroma);
      const turn = { transpose: false, flipX: false, flipY: false };
      jpeg.place(strip, planes, { x: 0, y: 0, width, height: rows }, { x: 0, y: 0 }, turn);
      jpeg.finish(strip, null);
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
  data: Uint8ClampedArray,
  width: number,
  top: number,
  rows: number,
  chroma: ChromaFormat,
): Planes {
  const luma = new Uint8Array(width * rows);
  const start = top * width * 4;
  const shared = { width, height: rows, chroma, bitDepth: 8, chromaBitDepth: 8 };
  for (let at = start, to = 0; to < luma.length; to++, at += 4) {
    luma[to] =
      (data[at]! * yRed + data[at + 1]! * yGreen + data[at + 2]! * yBlue + halfFactor) >> 16;
  }
  if (chroma === '4:0:0') return { ...shared, planes: [luma], strides: [width] };
  const { across, down } = samplingOf(chroma);
  const chromaWidth = Math.ceil(width / across);
  const chromaRows = Math.ceil(rows / down);
  const blueness = new Uint8Array(chromaWidth * chromaRows);
  const redness = new Uint8Array(chromaWidth * chromaRows);
  for (let y = 0, to = 0; y < chromaRows; y++) {
    const upper = start + y * down * width * 4;
    // At odd edges the last row or column stands for both.
    const lower = y * down + 1 < rows && down === 2 ? upper + width * 4 : upper;
    for (let x = 0; x < chromaWidth; x++, to++) {
      const left = x * across * 4;
      const right = across === 2 && x * across + 1 < width ? left + 4 : left;
      const [a, b, c, d] = [upper + left, upper + right, lower + left, lower + right];
      const r = data[a]! + data[b]! + data[c]! + data[d]!;
      const g = data[a + 1]! + data[b + 1]! + data[c + 1]! + data[d + 1]!;
      const bl = data[a + 2]! + data[b + 2]! + data[c + 2]! + data[d + 2]!;
      // Four samples in sum, so two more bits to shift out.
      blueness[to] = Math.min(
        255,
        ((r * cbRed + g * cbGreen + bl * halfFactor + 2 * one) >> 18) + 128,
      );
      redness[to] = Math.min(
        255,
        ((r * halfFactor + g * crGreen + bl * crBlue + 2 * one) >> 18) + 128,
      );
    }
  }
  return {
    ...shared,
    planes: [luma, blueness, redness],
    strides: [width, chromaWidth, chromaWidth],
  };
}
