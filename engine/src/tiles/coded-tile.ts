import { EngineError } from '../errors.ts';
import type { PlanarPicture } from '../heif/pictures.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';

/** A coded item: what its decoder needs, and where in the file its data lies, or the data itself. */
export interface CodedTile {
  /**
   * `jpeg` is a whole file, to its end-of-image marker, and has no configuration; `png` and `webp` are files
   * for the browser's decoder, and `file` is one of any format that becomes pixels as a whole.
   */
  codec: 'hevc' | 'av1' | 'avc' | 'jpeg' | 'png' | 'webp' | 'file';
  configuration: Uint8Array;
  data: { start: number; end: number } | Uint8Array;
  width: number;
  height: number;
  /** Luma alone is wanted. */
  gray: boolean;
  /** What the pixels become of a file that has no planes, and what they lie on where they are transparent. */
  pixels?: { chroma: ChromaFormat; background: string | undefined };
}

/** Says whether only a browser's decoder of pictures takes it. */
export function isForBrowser({ codec }: CodedTile): boolean {
  return codec === 'png' || codec === 'webp';
}

/** Says whether all rows come together, rather than some while others are being decoded. */
export function comesWhole({ codec }: CodedTile): boolean {
  return codec !== 'jpeg' && codec !== 'hevc';
}

const ownCopies = new WeakMap<Uint8Array, Uint8Array>();

/** The bytes alone: a view that is sent to another thread takes all of its buffer along, here the file. */
export function detach(bytes: Uint8Array): Uint8Array {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  // Tiles of a grid share theirs.
  const own = ownCopies.get(bytes) ?? bytes.slice();
  ownCopies.set(bytes, own);
  return own;
}

/** What JPEG items of a HEIF file are like shows only when they are decoded, which browsers do, to no planes. */
export function hasPlanes({ layout, chroma }: PlanarPicture): boolean {
  return layout.kind !== 'coded' || layout.codec !== 'jpeg' || chroma !== null;
}

/** A coded picture as a tile to decode. Throws `unsupported-feature` for items that have no planes. */
export function codedTileOf(picture: PlanarPicture, file: Uint8Array): CodedTile {
  const { layout, item, source, canvas } = picture;
  if (layout.kind !== 'coded' || !hasPlanes(picture)) {
    throw new EngineError('unsupported-feature', `item ${item.id} is not made of planes`, {
      feature: layout.kind === 'coded' ? 'jpeg-item' : layout.kind,
    });
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

/** A worker encodes so many pixels in some three times as long as a message takes. */
const partPixels = 0.7e6;

/**
 * Rows of a picture of so many that go to a worker at once: a multiple of all MCU heights, few enough for all
 * workers to get some, and else as many as pay for the way there and back.
 *
 * @param width Of a picture whose rows come all together: nobody waits for the next ones, and ways count more.
 */
export function partRowsOf(height: number, width = Infinity): number {
  const step = height < 2048 ? 256 : 512;
  if (width === Infinity) return step;
  // As large as each other, as all are made at the same time.
  const count = Math.round(height / Math.max(step, partPixels / width)) || 1;
  return Math.ceil(height / count / 16) * 16;
}

/**
 * Hears how much of a single item is done: its rows before `rows` are as they will be. The planes begin with
 * row `top`, and hold while it runs. Returns the first row that is still wanted, which may be beyond these, or
 * infinity for none.
 */
export type RowListener = (planes: Planes, rows: number, top: number) => number;

/** Takes a single item part by part across, each with all its rows, as turned pictures are made of it. */
export interface ColumnTaker {
  /** In pixels, in the order in which they are wanted. */
  wanted: readonly { x: number; width: number }[];
  /** Gets number `index` of these in planes that begin with column `left`, and hold while it runs. */
  take: (planes: Planes, index: number, left: number) => void;
}

/**
 * Decodes coded items and hands out their planes in order; they need only hold while `take` runs. A
 * decoder that can tells `onRows`, which goes with a single item. One that keeps no more rows than are wanted
 * does not call `take` then. Nor does one that can go by `columns`, which tells them alone.
 */
export type DecodeTiles = (
  tiles: readonly CodedTile[],
  data: readonly Uint8Array[],
  take: (index: number, planes: Planes) => void,
  onRows?: RowListener,
  columns?: ColumnTaker,
) => Promise<void>;
