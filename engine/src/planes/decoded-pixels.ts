/**
 * A picture that the browser has decoded and holds, or whose rows are decoded while being copied.
 */
export interface DecodedPixels {
  width: number;
  height: number;
  /** Byte order within a pixel. The fourth byte is straight alpha, or undefined if `opaque`. */
  order: 'rgb' | 'bgr';
  opaque: boolean;
  /** Rows are decoded while being copied, so copying is slow. */
  decodesLate?: true;
  /** Copies `rows` rows from `top` on to the start of `target`. */
  copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Frees the decoder's memory. */
  close(): void;
}
