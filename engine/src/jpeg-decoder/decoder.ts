import type { Size } from '../geometry.ts';
import { loadWasm } from '../wasm/load.ts';
import { bandsOf, type ColumnListener, type Columns, decodeBands } from './columns.ts';
import { readJpegFrame, type JpegFrame } from './frame.ts';
import { leaveToOthers } from './leave-to-others.ts';
import { blocksOf, mcusOf } from './mcus.ts';
import { type DecoderModule, endOfImage, startInstance } from './module.ts';
import { OneScanBands, OneScanRows } from './one-scan.ts';
import { readScans } from './scans.ts';
import { SeveralScansBands, SeveralScansRows } from './several-scans.ts';
import { decodeRows, type WindowListener } from './window.ts';

/** Memory cannot shrink, so an instance that has taken more than this is not kept. */
const restingBytes = 64 * 2 ** 20;

/** Loads the decoder's code. A failed load is `code-not-loaded`, and the next call tries again. */
export async function loadJpegDecoder(): Promise<JpegDecoder> {
  return new JpegDecoder(await loadWasm('jpeg-decoder'));
}

/**
 * Decodes JPEGs of 8 bits with Huffman codes, baseline and progressive, to planes as they are coded, with no more
 * of them in memory than their listener wants. Samples are those of libjpeg's accurate transform.
 */
export class JpegDecoder {
  readonly #module: WebAssembly.Module;
  #instance: DecoderModule | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Decodes a file that ends with its end-of-image marker. `onRows` is called many times, and last when all
   * rows are done. Planes of `inks` are four, the last as large as the first or the second.
   *
   * Throws `unsupported-feature` for whatever `readJpegFrame` refuses, for a picture of another size than
   * `claimed`, and for damage, of which another decoder may make something; `out-of-memory`. It can be used
   * again after any of them.
   */
  decode(
    data: Uint8Array,
    claimed: Size,
    onRows: WindowListener,
    samples: 'light' | 'inks' = 'light',
  ): void {
    this.#run(data, claimed, samples, (instance, frame) => {
      const rows = frame.scan
        ? new OneScanRows(instance, frame, frame.scan, data)
        : new SeveralScansRows(instance, frame, readScans(data, frame, samples === 'inks'), data);
      decodeRows(instance, frame, rows, onRows);
    });
  }

  /**
   * The same for columns, one after the other, with no more than the widest of them in memory. The coded data
   * is read twice for that.
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
    const frame = readJpegFrame(data, samples);
    if (!frame) throw leaveToOthers('a rare coding');
    if (frame.width !== claimed.width || frame.height !== claimed.height) {
      throw leaveToOthers(`${frame.width}x${frame.height}`);
    }
    if (data.at(-2) !== 0xff || data.at(-1) !== endOfImage) throw leaveToOthers('no end');
    requireEnough(frame, data.length);
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

/** Each block takes a bit at least, and two codes in one scan, so that a few bytes cannot claim a huge picture's time. */
function requireEnough(frame: JpegFrame, bytes: number): void {
  const grid = mcusOf(frame);
  const blocks = frame.components.reduce((sum, _, component) => {
    const { across, down } = blocksOf(frame, component, grid);
    return sum + across * down;
  }, 0);
  const bits = frame.scan ? 2 : 1;
  if (grid.columns * grid.rows * blocks * bits > bytes * 8) throw leaveToOthers('too little data');
}
