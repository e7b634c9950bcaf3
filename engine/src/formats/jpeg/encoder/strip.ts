import type { ChromaFormat } from '../../../planes/planes.ts';
import { samplingOf } from '../../../planes/sampling.ts';
import { align } from '../../../wasm/memory.ts';

/** What the encoder needs to know of a strip before it gets samples. */
export interface CodedShape {
  /** Width in pixels of the picture. A strip spans all of it. */
  width: number;
  /** Rows of pixels. A multiple of the MCU's height, except at the end of the picture. */
  height: number;
  chroma: ChromaFormat;
  /** Bytes per sample to be placed: 1, or 2 for more than 8 bits. */
  sampleBytes: 1 | 2;
}

/** A component in the encoder's memory. Addresses and strides are in bytes, sizes in samples. */
export interface StripPlane {
  width: number;
  height: number;
  /** Address of the placed samples. */
  address: number;
  stride: number;
  /** Address of the 8-bit samples to encode. Equals `address` if those have 8 bits. */
  codedAddress: number;
  codedStride: number;
  /** Width padded to whole MCUs. */
  paddedWidth: number;
  paddedHeight: number;
}

/** A part of a picture in the encoder's memory. Valid until the encoder's next `startStrip`. */
export interface Strip {
  shape: CodedShape;
  /** Y, Cb and Cr, or only Y. */
  planes: StripPlane[];
}

/** The number of MCU rows, and of blocks of all components per MCU row. */
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

/**
 * Assigns an address to each plane, from `start` on. `end` is the first free address after them.
 */
export function layOutStrip(shape: CodedShape, start: number): { strip: Strip; end: number } {
  const components = shape.chroma === '4:0:0' ? [0] : [0, 1, 2];
  const { planes, end } = layOutPlanes(shape, components, start);
  return { strip: { shape, planes }, end };
}

/** Like `layOutStrip`, for some of the components. */
export function layOutPlanes(
  { width, height, chroma, sampleBytes }: CodedShape,
  components: readonly number[],
  start: number,
): { planes: StripPlane[]; end: number } {
  const { across, down } = samplingOf(chroma);
  let end = start;
  // SIMD code may read and write a whole vector past the end of a plane's last row.
  const allocate = (bytes: number): number => {
    const address = end;
    end = align(end + bytes + 64, 64);
    return address;
  };
  const planes = components.map((component): StripPlane => {
    const [x, y] = component === 0 ? [1, 1] : [across, down];
    const paddedWidth = align(width, 8 * across) / x;
    const paddedHeight = align(height, 8 * down) / y;
    // The extra 64 bytes keep power-of-two widths from putting all rows of a block into the same
    // few cache sets.
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
