import { readI16, readI32, readU16, readU32, readU8, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';

/** The body of a `grid` item (ISO/IEC 23008-12, 6.6.2.3). */
export interface GridBody extends Size {
  rows: number;
  columns: number;
}

/** The body of an `iovl` item (ISO/IEC 23008-12, 6.6.2.2). */
export interface OverlayBody extends Size {
  /** The canvas color: red, green, blue and alpha, 0 to 65535 each. */
  fill: [number, number, number, number];
  /** Top left corner of each input on the canvas; may be negative. */
  offsets: { x: number; y: number }[];
}

/** Reads a grid's body. Throws `corrupt-file` when it is cut short. */
export function readGrid(data: Uint8Array): GridBody {
  const slice = sliceOf(data);
  const version = readU8(slice);
  if (version !== 0) throw new EngineError('corrupt-file', `grid of version ${version}`);
  const readSide = (readU8(slice) & 1) === 0 ? readU16 : readU32;
  const rows = readU8(slice) + 1;
  const columns = readU8(slice) + 1;
  return { rows, columns, width: readSide(slice), height: readSide(slice) };
}

/** Reads the body of an overlay of `layerCount` inputs. Throws `corrupt-file` when it is cut short. */
export function readOverlay(data: Uint8Array, layerCount: number): OverlayBody {
  const slice = sliceOf(data);
  const version = readU8(slice);
  if (version !== 0) throw new EngineError('corrupt-file', `overlay of version ${version}`);
  const long = (readU8(slice) & 1) !== 0;
  const fill: OverlayBody['fill'] = [
    readU16(slice),
    readU16(slice),
    readU16(slice),
    readU16(slice),
  ];
  const readSide = long ? readU32 : readU16;
  const readOffset = long ? readI32 : readI16;
  const width = readSide(slice);
  const height = readSide(slice);
  const offsets: OverlayBody['offsets'] = [];
  for (let layer = 0; layer < layerCount; layer++) {
    offsets.push({ x: readOffset(slice), y: readOffset(slice) });
  }
  return { fill, width, height, offsets };
}
