import type { ChromaFormat } from '../../planes/planes.ts';
import { samplingOf } from '../../planes/sampling.ts';

/** What the encoder has to know of a strip before its samples. */
export interface CodedShape {
  /** Pixels of the picture that the strip is a full-width part of. */
  width: number;
  /** Rows of pixels; a multiple of the MCU's height, except at the end of the picture. */
  height: number;
  chroma: ChromaFormat;
  /** Bytes a sample of what will be placed: 1, or 2 for more than 8 bits. */
  sampleBytes: 1 | 2;
}

/** One component in the encoder's memory. Addresses and strides are bytes, sizes samples. */
export interface StripPlane {
  width: number;
  height: number;
  /** Where samples are placed. */
  address: number;
  stride: number;
  /** Where 8-bit samples are encoded from; the same place when they are 8 bits already. */
  codedAddress: number;
  codedStride: number;
  /** Up to whole MCUs. */
  paddedWidth: number;
  paddedHeight: number;
}

/** A part of a picture in the encoder's memory. It is good until the encoder's next `startStrip`. */
export interface Strip {
  shape: CodedShape;
  /** Y, Cb and Cr, or Y alone. */
  planes: StripPlane[];
}

export function align(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}

/** Rows of MCUs, and blocks of all components in one of them. */
export function geometryOf({ width, height, chroma }: CodedShape): {
  rows: number;
  blocksPerRow: number;
} {
  const { across, down } = samplingOf(chroma);
  const blocksPerMcu = across * down + (chroma === '4:0:0' ? 0 : 2);
  return {
    rows: Math.ceil(height / (8 * down)),
    blocksPerRow: Math.ceil(width / (8 * across)) * blocksPerMcu,
  };
}

/** Finds a place for each plane from `start` on; `end` is the first free address behind them. */
export function layOutStrip(shape: CodedShape, start: number): { strip: Strip; end: number } {
  const components = shape.chroma === '4:0:0' ? [0] : [0, 1, 2];
  const { planes, end } = layOutPlanes(shape, components, start);
  return { strip: { shape, planes }, end };
}

/** The same for some components of a strip alone. */
export function layOutPlanes(
  { width, height, chroma, sampleBytes }: CodedShape,
  components: readonly number[],
  start: number,
): { planes: StripPlane[]; end: number } {
  const { across, down } = samplingOf(chroma);
  let end = start;
  // A strip's vectors may read and write up to a whole vector past the end of its last row.
  const allocate = (bytes: number): number => {
    const address = end;
    end = align(end + bytes + 64, 64);
    return address;
  };
  const planes = components.map((component): StripPlane => {
    const [x, y] = component === 0 ? [1, 1] : [across, down];
    const paddedWidth = align(width, 8 * across) / x;
    const paddedHeight = align(height, 8 * down) / y;
    // A multiple of the cache's sets would put all rows of a block into the same few.
    const codedStride = align(paddedWidth, 64) + 64;
    const stride = codedStride * sampleBytes;
    const address = allocate(stride * paddedHeight);
    return {
      width: Math.ceil(width / x),
      height: Math.ceil(height / y),
      address,
      stride,
      codedAddress: sampleBytes === 1 ? address : allocate(codedStride * paddedHeight),
      codedStride,
      paddedWidth,
      paddedHeight,
    };
  });
  return { planes, end };
}
