// Decodes a picture as vertical bands. A first pass over the coded data records where each MCU row
// of each band begins; then the bands are decoded one by one.
import type { Planes } from '../planes/planes.ts';
import { growMemory } from '../wasm/memory.ts';
import type { JpegFrame } from './frame.ts';
import { type Band, type BandDecoder, blocksOf, mcusOf, strideOf } from './mcus.ts';
import type { DecoderModule } from './module.ts';
import { jpegColor } from './window.ts';

/** A range of a picture's columns, in pixels. */
export interface Columns {
  x: number;
  width: number;
}

/**
 * Receives wanted column range number `index`, with all its rows. The planes' rows begin at column
 * `left` of the picture. The planes are valid only during the call; an exception ends the decoding.
 */
export type ColumnListener = (planes: Planes, index: number, left: number) => void;

/** The MCU columns that cover each of the wanted column ranges. */
export function bandsOf(frame: JpegFrame, wanted: readonly Columns[]): Band[] {
  const { width: mcuWidth, columns } = mcusOf(frame);
  return wanted.map(({ x, width }) => {
    const first = Math.floor(x / mcuWidth);
    return { first, end: Math.min(Math.ceil((x + width) / mcuWidth), columns) };
  });
}

/** Decodes the bands one after the other. Memory holds no more than the widest one. */
export function decodeBands(
  instance: DecoderModule,
  frame: JpegFrame,
  bands: readonly Band[],
  bandDecoder: BandDecoder,
  onColumns: ColumnListener,
): void {
  const { width, height, chroma, components } = frame;
  const grid = mcusOf(frame);
  for (let row = 0; row < grid.rows; row++) bandDecoder.passRow();
  bandDecoder.finish();

  const widest = Math.max(...bands.map(({ first, end }) => end - first));
  const blocks = components.map((_, component) => blocksOf(frame, component, grid));
  const strides = blocks.map(({ across }) => strideOf(widest * across));
  const rowBytes = blocks.map(({ down }, component) => down * 8 * strides[component]!);
  let end = Math.ceil(bandDecoder.behind / 64) * 64;
  const starts = rowBytes.map((bytes) => {
    const address = end;
    end += bytes * grid.rows;
    return address;
  });
  growMemory(instance.memory, end, 'the JPEG decoder');
  const { buffer } = instance.memory;
  const planes = starts.map(
    (address, component) => new Uint8Array(buffer, address, rowBytes[component]! * grid.rows),
  );
  bands.forEach((band, index) => {
    for (let row = 0; row < grid.rows; row++) {
      const addresses = starts.map((start, component) => start + row * rowBytes[component]!);
      bandDecoder.decodeBand(row, band, { addresses, strides });
    }
    const shape = { width, height, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides };
    onColumns({ ...shape, color: jpegColor }, index, band.first * grid.width);
  });
}
