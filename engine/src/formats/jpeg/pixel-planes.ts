import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import type { DecodedPixels } from '../../planes/decoded-pixels.ts';
import type { RowListener } from '../../tiles/coded-tile.ts';
import { loadWasm } from '../../wasm/load.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';
import { JpegEncoder } from './encoder.ts';

/** Its own, for the listener may encode what is in it. */
const converter = new ThreadCodec(async () => JpegEncoder.create(await loadWasm('jpeg-encoder')));

/** Rows that are brought to planes at a time: those of a part (strips/parts.ts). */
const bandRows = 256;

/** A JPEG's: full range, BT.601. */
const color = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 } as const;

/**
 * Brings pixels that the browser keeps to planes as a JPEG has them, band by band. Where the listener still
 * wants rows of a band, the next one holds these and all that follow. Throws what copying pixels or the
 * listener throws, and `out-of-memory`.
 */
export async function bringToPlanes(
  pixels: DecodedPixels,
  chroma: ChromaFormat,
  onRows: RowListener,
): Promise<void> {
  const { width, height } = pixels;
  const jpeg = await converter.require();
  try {
    let top = 0;
    let end = Math.min(bandRows, height);
    for (;;) {
      const shape = { width, height: end - top, chroma, sampleBytes: 1 } as const;
      const strip = jpeg.samples.startStrip(shape);
      await jpeg.samples.placePixels(strip, pixels, top);
      const rows = jpeg.samples.samplesOf(strip);
      const planes: Planes = {
        ...{ width, height, chroma, bitDepth: 8, chromaBitDepth: 8, color },
        planes: rows.map(
          ({ data, offset, stride, rows: count }) =>
            new Uint8Array(data.buffer, offset, stride * count),
        ),
        strides: rows.map(({ stride }) => stride),
      };
      const wanted = onRows(planes, end, top);
      if (end === height) return;
      const isMissed = wanted < end;
      // On a row of chroma.
      top = isMissed ? wanted - (wanted % 2) : end;
      end = isMissed ? height : Math.min(end + bandRows, height);
    }
  } finally {
    // Memory that grew once is only given back with the instance.
    if (jpeg.memoryBytes > maxMemory) converter.drop();
  }
}

/** A band of a wide photo. */
const maxMemory = 16 * 2 ** 20;
