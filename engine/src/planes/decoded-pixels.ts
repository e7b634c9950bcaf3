/** An opaque picture that the browser has decoded and keeps. */
export interface DecodedPixels {
  width: number;
  height: number;
  /** So many rows from `top` on, as RGBA of 8 bits a sample. */
  read(top: number, rows: number): Promise<Uint8ClampedArray<ArrayBuffer>>;
  /** Gives the browser's memory back. */
  close(): void;
}
