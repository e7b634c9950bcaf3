import type { Size } from '../geometry.ts';
import { loadWasm } from '../wasm/load.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';
import { bandsOf, type ColumnListener, type Columns, decodeBands } from './columns.ts';
import { readJpegFrame, type JpegFrame } from './frame.ts';
import { leaveToOthers } from './leave-to-others.ts';
import { blocksOf, mcusOf, type RowDecoder } from './mcus.ts';
import { type DecoderModule, endOfImage, startInstance } from './module.ts';
import { OneScanBands, OneScanRows } from './one-scan.ts';
import { canBePixels, JpegPixels, pixelBands } from './pixels.ts';
import { readScans } from './scans.ts';
import { SeveralScansBands, SeveralScansRows } from './several-scans.ts';
import { decodeRows, type WindowListener } from './window.ts';

/**
 * WebAssembly memory cannot shrink, so an instance with more bytes than this is discarded after
 * use.
 */
const restingBytes = 64 * 2 ** 20;

/**
 * Decodes baseline and progressive JPEGs with 8 bits and Huffman codes to planes, in their coded
 * sampling. Keeps no more rows in memory than the listener wants. Samples equal those of libjpeg's
 * accurate transform.
 */
export class JpegDecoder {
  readonly #module: WebAssembly.Module;
  #instance: DecoderModule | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Decodes a file that ends with its end-of-image marker. `onRows` is called many times; its last
   * call comes when all rows are done. With `inks` there are four planes; the fourth is as large as
   * the first or as the second.
   *
   * Throws `unsupported-feature` for whatever `readJpegFrame` refuses, for a size other than
   * `claimed`, and for damage, which another decoder may cope with; also `out-of-memory`. The
   * decoder remains usable after any of these.
   */
  decode(
    data: Uint8Array,
    claimed: Size,
    onRows: WindowListener,
    samples: 'light' | 'inks' = 'light',
  ): void {
    this.#run(data, claimed, samples, (instance, frame) => {
      const rows = openRows(instance, frame, data, samples === 'inks');
      decodeRows(instance, frame, rows, onRows);
    });
  }

  /**
   * Opens the pixels of a file that ends with its end-of-image marker. Throws `unsupported-feature`
   * like `decode`, and for pictures whose pixels libjpeg makes in another way.
   */
  openPixels(data: Uint8Array, claimed: Size): JpegPixels {
    const frame = readFrame(data, claimed, 'light');
    if (!canBePixels(frame)) throw leaveToOthers('a narrow picture');
    // Rows are decoded later, and other pictures perhaps in between.
    const instance = startInstance(this.#module);
    return new JpegPixels(frame, () =>
      pixelBands(instance, frame, openRows(instance, frame, data, false)),
    );
  }

  /**
   * Decodes column ranges one after the other, with no more than the widest in memory. This reads
   * the coded data twice. Otherwise like `decode`.
   */
  decodeColumns(
    data: Uint8Array,
    claimed: Size,
    wanted: readonly Columns[],
    onColumns: ColumnListener,
  ): void {
    this.#run(data, claimed, 'light', (instance, frame) => {
      const bands = bandsOf(frame, wanted);
      const decoder = frame.scan
        ? new OneScanBands(instance, frame, frame.scan, data, bands)
        : new SeveralScansBands(instance, frame, readScans(data, frame, false), data, bands);
      decodeBands(instance, frame, bands, decoder, onColumns);
    });
  }

  #run(
    data: Uint8Array,
    claimed: Size,
    samples: 'light' | 'inks',
    work: (instance: DecoderModule, frame: JpegFrame) => void,
  ): void {
    const frame = readFrame(data, claimed, samples);
    const instance = (this.#instance ??= startInstance(this.#module));
    try {
      work(instance, frame);
    } catch (error) {
      this.#instance = null;
      if (error instanceof WebAssembly.RuntimeError) throw leaveToOthers('stopped', error);
      throw error;
    }
    if (instance.memory.buffer.byteLength > restingBytes) this.#instance = null;
  }
}

/** Throws `unsupported-feature` for what is left to other decoders. */
function readFrame(data: Uint8Array, claimed: Size, samples: 'light' | 'inks'): JpegFrame {
  const frame = readJpegFrame(data, samples);
  if (!frame) throw leaveToOthers('a rare coding');
  if (frame.width !== claimed.width || frame.height !== claimed.height) {
    throw leaveToOthers(`${frame.width}x${frame.height}`);
  }
  if (data.at(-2) !== 0xff || data.at(-1) !== endOfImage) throw leaveToOthers('no end');
  requireEnough(frame, data.length);
  return frame;
}

function openRows(
  instance: DecoderModule,
  frame: JpegFrame,
  data: Uint8Array,
  mayLack: boolean,
): RowDecoder {
  return frame.scan
    ? new OneScanRows(instance, frame, frame.scan, data)
    : new SeveralScansRows(instance, frame, readScans(data, frame, mayLack), data);
}

/**
 * Keeps a few bytes from claiming a huge picture's decoding time. Each block takes at least one
 * bit, or two (one per code) where there is only one scan.
 */
function requireEnough(frame: JpegFrame, bytes: number): void {
  const grid = mcusOf(frame);
  const blocks = frame.components.reduce((sum, _, component) => {
    const { across, down } = blocksOf(frame, component, grid);
    return sum + across * down;
  }, 0);
  const bits = frame.scan ? 2 : 1;
  if (grid.columns * grid.rows * blocks * bits > bytes * 8) throw leaveToOthers('too little data');
}

/** This thread's decoder. A failed load is `code-not-loaded`, and the next call tries again. */
export const jpegDecoder = new ThreadCodec(
  async () => new JpegDecoder(await loadWasm('jpeg-decoder')),
);
