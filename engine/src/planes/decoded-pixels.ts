/** A picture that the browser has decoded and keeps. */
export interface DecodedPixels {
  width: number;
  height: number;
  /** Of a pixel's bytes, behind which there is straight alpha, or nothing that counts where all is opaque. */
  order: 'rgb' | 'bgr';
  opaque: boolean;
  /** Copies so many rows from `top` on to the start of `target`. */
  copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Gives the browser's memory back. */
  close(): void;
}
