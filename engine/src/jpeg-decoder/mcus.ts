import { samplingOf } from '../planes/sampling.ts';
import type { JpegFrame } from './frame.ts';

/** How a picture is cut into MCUs. */
export interface McuGrid {
  /** Luma blocks across and down an MCU. */
  across: number;
  down: number;
  /** Pixels of an MCU. */
  width: number;
  height: number;
  /** MCUs in the picture. */
  columns: number;
  rows: number;
}

export function mcusOf({
  width,
  height,
  chroma,
}: Pick<JpegFrame, 'width' | 'height' | 'chroma'>): McuGrid {
  const { across, down } = samplingOf(chroma);
  const mcu = { width: 8 * across, height: 8 * down };
  const [columns, rows] = [Math.ceil(width / mcu.width), Math.ceil(height / mcu.height)];
  return { across, down, ...mcu, columns, rows };
}

/** Blocks of a component per MCU. */
export function blocksOf(
  { components }: Pick<JpegFrame, 'components'>,
  component: number,
  { across, down }: McuGrid,
): { across: number; down: number } {
  return components[component]!.isFull ? { across, down } : { across: 1, down: 1 };
}

/** Where decoded samples go: the address of each component's first row, and bytes between rows. */
export interface Target {
  addresses: readonly number[];
  strides: readonly number[];
}

/**
 * Row stride in bytes of a plane that is `blocks` wide. The extra 64 bytes keep power-of-two widths
 * from putting all rows of a block into the same few cache sets.
 */
export function strideOf(blocks: number): number {
  return Math.ceil(blocks / 8) * 64 + 64;
}

/** Decodes a picture's MCU rows from the top. Throws `unsupported-feature` for damage. */
export interface RowDecoder {
  /** First address after the decoder's memory. */
  readonly behind: number;
  decodeRow(target: Target): void;
  /** Throws when coded data other than the end marker follows the last row. */
  finish(): void;
}

/** A range of MCU columns; `end` is exclusive. */
export interface Band {
  first: number;
  end: number;
}

/**
 * Reads all MCU rows first, then decodes any of their bands. Throws `unsupported-feature` for
 * damage.
 */
export interface BandDecoder {
  readonly behind: number;
  /** Reads the next row and records where each band begins. */
  passRow(): void;
  finish(): void;
  decodeBand(row: number, band: Band, target: Target): void;
}
