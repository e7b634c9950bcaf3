import type { Size } from '../../geometry.ts';
import { Vp8Module } from './vp8-module.ts';
import { type FrameQuality, frameQuality, quantizerTables } from './vp8-quality.ts';
import { packVp8Strip } from './vp8-strip.ts';
import { writeFrame } from './vp8-writer.ts';

/** Rows of an 8-bit component, from whole macroblocks, in any memory. */
export interface MacroblockPlane {
  data: Uint8Array;
  offset: number;
  stride: number;
}

/** Side of a macroblock in samples: luma, and each chroma. */
const side = 16;
const chromaSide = 8;

/** Longest record of a macroblock; see assembly/vp8/records.ts. */
const maxRecordBytes = 1249;

/** Bytes in the module's memory per macroblock above; and for a whole row. */
const aboveBytes = 64;

function macroblocksOf({ width, height }: Size): { across: number; down: number } {
  return { across: Math.ceil(width / side), down: Math.ceil(height / side) };
}

function qualityOf(size: Size, quality: number): FrameQuality {
  const { across, down } = macroblocksOf(size);
  return frameQuality(quality, across * down);
}

/**
 * Encodes planes to lossy WebP frames (VP8, RFC 6386) in two passes, as for JPEG: on any thread,
 * strips become records of macroblocks; when all are there, these become a frame. Must not be
 * shared by concurrent callers.
 */
export class Vp8Encoder {
  readonly #module: Vp8Module;

  /** `module` is the compiled `assembly/vp8`. */
  constructor(module: WebAssembly.Module) {
    this.#module = new Vp8Module(module);
  }

  /** Prepares for strips of a picture of this size, at a quality from 0 to 100. */
  setQuality(size: Size, quality: number): void {
    const { segments, borders, ...rest } = qualityOf(size, quality);
    const { quantizersAddress, setChoices } = this.#module.functions;
    let address = quantizersAddress({});
    for (const segment of segments) {
      for (const table of quantizerTables(segment)) {
        this.#module.words(address, table.length).set(table);
        address += table.byteLength;
      }
    }
    const [newSecondFrom, newThirdFrom, newFourthFrom] = borders;
    setChoices({
      newSecondFrom,
      newThirdFrom,
      newFourthFrom,
      newBitWorth: rest.bitWorth,
      newOwnModesPenalty: rest.ownModesPenalty,
      newModeBits: rest.modeBits,
    });
  }

  /**
   * First pass, for a strip of whole macroblocks: Y, Cb and Cr as in JPEG (full range, BT.601),
   * 4:2:0. See `packVp8Strip`.
   *
   * @param isTop Whether this is the top of the picture.
   * @param context Macroblock rows at the strip's top that only serve to predict those below.
   */
  codeStrip(
    planes: readonly MacroblockPlane[],
    { width, height }: Size,
    isTop: boolean,
    context = 0,
  ): Uint8Array<ArrayBuffer> {
    const { across, down } = macroblocksOf({ width, height });
    const { heapBase, startPicture, codeRow } = this.#module.functions;
    const base = heapBase({});
    const y = Math.ceil((base + (across + 1) * aboveBytes) / 64) * 64;
    const u = y + across * side * side;
    const v = u + across * chromaSide * chromaSide;
    const start = v + across * chromaSide * chromaSide + 64;
    this.#module.reserve(start);
    startPicture({ newAcross: across, newIsSealed: !isTop, at: base });
    const strides = { yStride: across * side, cStride: across * chromaSide };
    let out = start;
    let from = start;
    let notCounted: Uint32Array | null = null;
    for (let row = 0; row < down; row++) {
      if (row > 0 && row === context) {
        from = out;
        notCounted = this.#module.counted();
      }
      this.#module.reserve(out + across * maxRecordBytes);
      this.#bring(planes, [y, u, v], row, across);
      out = codeRow({ y, u, v, ...strides, out });
    }
    const records = this.#module.bytes().subarray(from, out);
    const counted = this.#module.counted();
    notCounted?.forEach((count, at) => (counted[at]! -= count));
    return packVp8Strip({ rows: down - context, counted, records });
  }

  /**
   * First pass for up to `rows` macroblock rows from the middle of a strip, at several qualities in
   * turn. Unlike a strip's first row, they are predicted from the row above, as in the whole
   * picture.
   */
  codeTrials(
    planes: readonly MacroblockPlane[],
    { width, height }: Size,
    isTop: boolean,
    { picture, qualities, rows }: { picture: Size; qualities: readonly number[]; rows: number },
  ): Uint8Array<ArrayBuffer>[] {
    const tried = Math.min(height, rows);
    const first = Math.floor((height - tried) / 2 / side);
    const context = Math.min(first, 1);
    const top = (first - context) * side;
    const middle = planes.map((plane, component) => ({
      ...plane,
      offset: plane.offset + (component === 0 ? top : top / 2) * plane.stride,
    }));
    return qualities.map((quality) => {
      this.setQuality(picture, quality);
      const size = { width, height: tried + context * side };
      return this.codeStrip(middle, size, isTop && top === 0, context);
    });
  }

  /** Copies a macroblock row into the module's memory, converted to VP8's range. */
  #bring(
    planes: readonly MacroblockPlane[],
    addresses: readonly number[],
    row: number,
    across: number,
  ): void {
    const bytes = this.#module.bytes();
    planes.forEach(({ data, offset, stride }, component) => {
      const rows = component === 0 ? side : chromaSide;
      const width = across * rows;
      const at = addresses[component]!;
      for (let line = 0; line < rows; line++) {
        const from = offset + (row * rows + line) * stride;
        bytes.set(data.subarray(from, from + width), at + line * width);
      }
      const isChroma = component > 0;
      this.#module.functions.narrowRange({ at, count: width * rows, isChroma });
    });
  }

  /**
   * Second pass: writes a frame (the data of a `VP8 ` chunk) from its strips in order, and the
   * quality they were coded at. Throws `encode-failed`, `out-of-memory`.
   */
  write(strips: readonly Uint8Array[], size: Size, quality: number): Uint8Array<ArrayBuffer> {
    return writeFrame(this.#module, strips, size, qualityOf(size, quality));
  }
}
