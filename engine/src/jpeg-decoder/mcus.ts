import { samplingOf } from '../planes/sampling.ts';
import type { JpegFrame } from './frame.ts';

/** How a picture is cut into MCUs. */
export interface McuGrid {
  /** Luma blocks across and down an MCU. */
  across: number;
  down: number;
  /** An MCU's pixels. */
  width: number;
  height: number;
  /** MCUs of the picture. */
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

/** Blocks of a component in each MCU. */
export function blocksOf(
  { components }: Pick<JpegFrame, 'components'>,
  component: number,
  { across, down }: McuGrid,
): { across: number; down: number } {
  return components[component]!.isFull ? { across, down } : { across: 1, down: 1 };
}

/** Where samples go: the address of each component's first row, and bytes from one row to the next. */
export interface Target {
  addresses: readonly number[];
  strides: readonly number[];
}

/**
 * Bytes from row to row of a plane of so many blocks across: a multiple of the cache's sets would put all rows of
 * a block into the same few.
 */
export function strideOf(blocks: number): number {
  return Math.ceil(blocks / 8) * 64 + 64;
}

/** Decodes a picture's rows of MCUs, from the first on. Throws `unsupported-feature` for damage. */
export interface RowDecoder {
  /** The first address behind the memory that it uses. */
  readonly behind: number;
  decodeRow(target: Target): void;
  /** Throws where more comes behind the last row than the end. */
  finish(): void;
}

/** MCUs of each row, from the first to before the last. */
export interface Band {
  first: number;
  end: number;
}

/** Reads all rows of MCUs first, and then decodes any of their bands. Throws `unsupported-feature` for damage. */
export interface BandDecoder {
  readonly behind: number;
  /** Reads the next row and remembers where each band begins. */
  passRow(): void;
  finish(): void;
  decodeBand(row: number, band: Band, target: Target): void;
}
