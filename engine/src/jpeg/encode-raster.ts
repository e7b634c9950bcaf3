import { joinBytes } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { ChromaFormat, Planes } from '../planes.ts';
import type { Raster } from '../raster.ts';
import { sampleFormatOf } from '../strips/run.ts';
import { loadWasm } from '../wasm.ts';
import { JpegEncoder, type Strip } from './encoder.ts';
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

/** Fills a strip with the picture's rows `top` to `top + rows`. */
type Fill = (jpeg: JpegEncoder, strip: Strip, top: number, rows: number) => void;

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
      fill(jpeg, strip, top, rows);
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
  return encode({ width, height, chroma }, quality, null, (jpeg, strip, top, rows) =>
    jpeg.placeRgba(strip, data.subarray(top * width * 4, (top + rows) * width * 4)),
  );
}

/** Encodes planes of 8 bits without a detour over RGB. Throws `encode-failed` or `out-of-memory`. */
export async function encodePlanes(
  planes: Planes,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const conversion = findSampleConversion(sampleFormatOf(null, planes));
  const turn = { transpose: false, flipX: false, flipY: false };
  return encode(planes, quality, conversion, (jpeg, strip, y, height) =>
    jpeg.place(strip, planes, { x: 0, y, width: planes.width, height }, { x: 0, y: 0 }, turn),
  );
}
