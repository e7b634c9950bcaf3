import { EngineError } from '../errors.ts';
import type { Picture } from '../heif/pictures.ts';
import type { Planes } from '../planes/planes.ts';

/** A coded item: what its decoder needs, and where in the file its data lies, or the data itself. */
export interface CodedTile {
  codec: 'hevc' | 'av1' | 'avc';
  configuration: Uint8Array;
  data: { start: number; end: number } | Uint8Array;
  width: number;
  height: number;
  /** Luma alone is wanted. */
  gray: boolean;
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

/** A coded picture as a tile to decode. Throws `unsupported-feature` for items that have no planes. */
export function codedTileOf(picture: Picture, file: Uint8Array): CodedTile {
  const { layout, item, source, canvas } = picture;
  if (layout.kind !== 'coded' || layout.codec === 'jpeg') {
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
  };
}

/**
 * Decodes coded items and hands out their planes in order; they need only hold while `take` runs. A
 * decoder that can tells `onRows`, which goes with a single item, how many rows from the top are as
 * they will be; the planes then hold while that runs.
 */
export type DecodeTiles = (
  tiles: readonly CodedTile[],
  data: readonly Uint8Array[],
  take: (index: number, planes: Planes) => void,
  onRows?: (planes: Planes, rows: number) => void,
) => Promise<void>;
