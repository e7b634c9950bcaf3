/** A picture that the browser has decoded and keeps, or of which rows are decoded as they are copied. */
export interface DecodedPixels {
  width: number;
  height: number;
  /** Of a pixel's bytes, behind which there is straight alpha, or nothing that counts where all is opaque. */
  order: 'rgb' | 'bgr';
  opaque: boolean;
  /** Copying rows is what takes the time: they are decoded then. */
  decodesLate?: true;
  /** Copies so many rows from `top` on to the start of `target`. */
  copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Gives the browser's memory back. */
  close(): void;
}
