/** How the chroma planes relate to the luma plane. `4:0:0` has no chroma planes. */
export type ChromaFormat = '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4';

/**
 * How sample values map to colors, as coding-independent code points (ITU-T H.273, which is also
 * ISO/IEC 23091-2; 2 means unspecified).
 */
export interface Cicp {
  fullRange: boolean;
  primaries: number;
  transfer: number;
  matrix: number;
}

/**
 * A decoded picture as planes: Y, Cb, Cr (or Y alone). Samples of 8 bits are in `Uint8Array`s,
 * deeper ones in the low bits of `Uint16Array`s; `strides` count samples, not bytes.
 *
 * The planes may be views into a decoder's memory: they hold until that decoder's next call, so
 * copy what must live longer.
 */
export interface Planes {
  /** Luma size in samples. Chroma planes have half of it, rounded up, where they are subsampled. */
  width: number;
  height: number;
  chroma: ChromaFormat;
  /** Bits of a luma sample. */
  bitDepth: number;
  /** Bits of a chroma sample; the same as `bitDepth` in nearly every file. */
  chromaBitDepth: number;
  planes: (Uint8Array | Uint16Array)[];
  strides: number[];
  /** Color according to the coded data. The container's color box takes precedence. */
  color?: Cicp;
  /** The planes' buffers hold nothing else, and nobody else uses them. */
  isOwn?: boolean;
  /** Transparent pixels, in these or earlier rows, were blended onto a color. */
  isFilled?: boolean;
}

/** Transfer list for planes that own their buffers. */
export function buffersOf({ planes }: Planes): ArrayBuffer[] {
  return [...new Set(planes.map(({ buffer }) => buffer as ArrayBuffer))];
}
