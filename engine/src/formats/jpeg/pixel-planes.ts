import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { CodedTile, DecodeTiles } from '../../tiles/coded-tile.ts';
import { readInBands } from '../../tiles/read-in-bands.ts';
import { loadWasm } from '../../wasm/load.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';
import { JpegEncoder } from './encoder/encoder.ts';

/** A separate encoder, because the shared one may be encoding at the same time. */
const converter = new ThreadCodec(async () => JpegEncoder.create(await loadWasm('jpeg-encoder')));

/** Color coding of JPEG: full range, BT.601. */
const color = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 } as const;

/** Enough for a band of a wide photo. */
const restingBytes = 16 * 2 ** 20;

/**
 * Delivers a tile's pixels as planes, from the top, blending transparent pixels onto a background
 * color. Closes the pixels afterwards. Throws what copying pixels throws, and `out-of-memory`.
 */
export async function handOutPixels(
  pixels: DecodedPixels,
  { chroma, background = '#ffffff' }: NonNullable<CodedTile['pixels']>,
  take: Parameters<DecodeTiles>[2],
  onRows: Parameters<DecodeTiles>[3],
): Promise<void> {
  let isFilled = false;
  try {
    await convertPixels(pixels, chroma, background, (convert) =>
      readInBands(pixels, take, onRows, async (top, rows) => {
        const { planes, isFilled: isBandFilled } = await convert(top, rows);
        isFilled ||= isBandFilled;
        return { ...planes, isFilled };
      }),
    );
  } finally {
    pixels.close();
  }
}

/** Rows of pixels converted to planes, and whether any pixel was not opaque. */
interface ConvertedRows {
  planes: Planes;
  isFilled: boolean;
}

/**
 * Calls `use` with a function that converts rows of pixels to planes in JPEG's color coding. Its
 * planes are valid until the next rows are requested. Throws what copying pixels throws, and
 * `out-of-memory`.
 */
async function convertPixels(
  pixels: DecodedPixels,
  chroma: ChromaFormat,
  background: string,
  use: (convert: (top: number, rows: number) => Promise<ConvertedRows>) => Promise<void>,
): Promise<void> {
  const { width, height } = pixels;
  const jpeg = await converter.require();
  try {
    await use(async (top, rows) => {
      const strip = jpeg.samples.startStrip({ width, height: rows, chroma, sampleBytes: 1 });
      const isFilled = await jpeg.samples.placePixels(strip, pixels, top, background);
      const samples = jpeg.samples.samplesOf(strip);
      const planes: Planes = {
        width,
        height,
        chroma,
        bitDepth: 8,
        chromaBitDepth: 8,
        color,
        planes: samples.map(
          (plane) => new Uint8Array(plane.data.buffer, plane.offset, plane.stride * plane.rows),
        ),
        strides: samples.map(({ stride }) => stride),
      };
      return { planes, isFilled };
    });
  } finally {
    // WebAssembly memory never shrinks: only dropping the instance frees it.
    if (jpeg.memoryBytes > restingBytes) converter.drop();
  }
}
