import { EngineError } from '../errors.ts';
import { readBytes, readUint, remaining, sliceOf } from '../bytes/reader.ts';

/** The values of nal_unit_type (ITU-T H.265 table 7-1) that matter here. */
export const nalTypes = {
  lastSlice: 9,
  firstIrap: 16,
  idrWithLeading: 19,
  idr: 20,
  lastIrap: 21,
  lastReservedIrap: 23,
  sps: 33,
  pps: 34,
  endOfSequence: 36,
} as const;

export interface NalUnit {
  type: number;
  /** Payload without the emulation prevention bytes (7.3.1.1). */
  payload: Uint8Array;
}

/**
 * Reads a NAL unit. `null` for other layers and sub-layers, which a still picture does not need.
 */
export function readNalUnit(bytes: Uint8Array): NalUnit | null {
  if (bytes.length < 2) throw new EngineError('corrupt-file', 'a NAL unit without its header');
  const header = (bytes[0]! << 8) | bytes[1]!;
  const layer = (header >> 3) & 63;
  if (layer !== 0) return null;
  return { type: (header >> 9) & 63, payload: withoutEmulationPrevention(bytes.subarray(2)) };
}

function withoutEmulationPrevention(bytes: Uint8Array): Uint8Array {
  let found = findEmulationPrevention(bytes, 0);
  if (found < 0) return bytes;
  const result = new Uint8Array(bytes.length);
  let length = 0;
  let from = 0;
  while (found >= 0) {
    result.set(bytes.subarray(from, found), length);
    length += found - from;
    from = found + 1;
    found = findEmulationPrevention(bytes, from);
  }
  result.set(bytes.subarray(from), length);
  return result.subarray(0, length + bytes.length - from);
}

/** Position of the next 3 after two zeros, or -1. The zeros are at or after `from`. */
function findEmulationPrevention(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(3, from + 2); at >= 0; at = bytes.indexOf(3, at + 1)) {
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return at;
  }
  return -1;
}

/**
 * Splits data into NAL units, each preceded by its length in 1 to 4 bytes (ISO/IEC 14496-15,
 * 8.3.2).
 */
export function* splitNalUnits(data: Uint8Array, lengthSize: number): Generator<Uint8Array> {
  const slice = sliceOf(data);
  while (remaining(slice) > lengthSize) {
    const length = readUint(slice, lengthSize);
    if (length > remaining(slice)) {
      throw new EngineError('corrupt-file', 'a NAL unit is cut short');
    }
    if (length > 0) yield readBytes(slice, length);
  }
}
