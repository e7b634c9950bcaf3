import { EngineError } from '../errors.ts';
import type { PlanarPicture } from './planar-picture.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';

/** A coded item: what its decoder needs, and its data or the data's range in the file. */
export interface CodedTile {
  /**
   * `jpeg` is a whole file up to its end-of-image marker, without configuration. `png` and `webp`
   * are files for the browser's decoder. `file` is a file of any format that is decoded to pixels
   * as a whole.
   */
  codec: 'hevc' | 'av1' | 'avc' | 'jpeg' | 'png' | 'webp' | 'file';
  configuration: Uint8Array;
  data: { start: number; end: number } | Uint8Array;
  width: number;
  height: number;
  /** Only luma is wanted. */
  gray: boolean;
  /**
   * For a file without planes: what its pixels become, and what transparent ones are blended onto.
   */
  pixels?: { chroma: ChromaFormat; background: string | undefined };
}

/** Whether only the browser's image decoder handles it. */
export function isForBrowser({ codec }: CodedTile): boolean {
  return codec === 'png' || codec === 'webp';
}

/** Whether all rows arrive together, rather than some while others are still being decoded. */
export function comesWhole({ codec }: CodedTile): boolean {
  return codec !== 'jpeg' && codec !== 'hevc';
}

const ownCopies = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Copies a view of a larger buffer. A view sent to another thread would take its whole buffer
 * along, here the file.
 */
export function detach(bytes: Uint8Array): Uint8Array {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  // Tiles of a grid share their configuration.
  const own = ownCopies.get(bytes) ?? bytes.slice();
  ownCopies.set(bytes, own);
  return own;
}

/**
 * Whether the picture decodes to planes. JPEG items of a HEIF file do not: their format shows only
 * when a browser decodes them, to pixels.
 */
export function hasPlanes({ layout, chroma }: PlanarPicture): boolean {
  return layout.kind !== 'coded' || layout.codec !== 'jpeg' || chroma !== null;
}

/** The tile for a coded picture. Throws `unsupported-feature` for items without planes. */
export function codedTileOf(picture: PlanarPicture, file: Uint8Array): CodedTile {
  const { layout, source, canvas } = picture;
  if (layout.kind !== 'coded' || !hasPlanes(picture)) {
    const feature = layout.kind === 'coded' ? 'jpeg-item' : layout.kind;
    throw new EngineError('unsupported-feature', `no planes in ${feature}`, { feature });
  }
  const data = source.data();
  const inFile = data.buffer === file.buffer;
  const start = data.byteOffset - file.byteOffset;
  return {
    codec: layout.codec,
    configuration: detach(layout.configuration),
    data: inFile ? { start, end: start + data.length } : detach(data),
    ...canvas,
    gray: picture.chroma === '4:0:0',
    ...(picture.pixels && { pixels: { chroma: picture.chroma ?? '4:4:4', ...picture.pixels } }),
  };
}

/** A worker takes about three times as long to encode this many pixels as to receive a message. */
const partPixels = 0.7e6;

/**
 * Rows to send to a worker at once, for a picture of `height` rows. A multiple of all MCU heights;
 * few enough that every worker gets some, but enough to pay for the messages.
 *
 * @param width Set for a picture whose rows all arrive together. Then nobody waits for the next
 * rows, and parts can be larger.
 */
export function partRowsOf(height: number, width = Infinity): number {
  const step = height < 2048 ? 256 : 512;
  if (width === Infinity) return step;
  // Parts of equal size, because all are made at the same time.
  const count = Math.round(height / Math.max(step, partPixels / width)) || 1;
  return Math.ceil(height / count / 16) * 16;
}

/**
 * Receives the progress of a single item: its rows before `rows` are final. The planes begin at row
 * `top` and are valid only during the call. Returns the first row still wanted, which may be later
 * than these; `Infinity` for none.
 */
export type RowListener = (planes: Planes, rows: number, top: number) => number;

/** Receives a single item in vertical parts with all rows each, as turned pictures need it. */
export interface ColumnTaker {
  /** Ranges in pixels, in the order in which they are wanted. */
  wanted: readonly { x: number; width: number }[];
  /**
   * Receives range number `index`. The planes begin at column `left` and are valid only during the
   * call.
   */
  take: (planes: Planes, index: number, left: number) => void;
}

/**
 * Decodes coded items and passes their planes to `take` in order; they need to be valid only during
 * that call. With a single item, a decoder that can calls `onRows`; if it keeps only wanted rows,
 * it does not call `take`. A decoder that supports `columns` calls only that.
 */
export type DecodeTiles = (
  tiles: readonly CodedTile[],
  data: readonly Uint8Array[],
  take: (index: number, planes: Planes) => void,
  onRows?: RowListener,
  columns?: ColumnTaker,
) => Promise<void>;
