// A strip between the encoder's two passes: its macroblocks are coded and their tokens counted, but
// not written, because that needs the probabilities of the whole picture.
import { EngineError } from '../../errors.ts';
import { countedWords } from './vp8-module.ts';

export interface Vp8Strip {
  /** Number of macroblock rows. */
  rows: number;
  /** See `Vp8Module.counted`. */
  counted: Uint32Array;
  /** See assembly/vp8/records.ts. */
  records: Uint8Array;
}

const prefixBytes = 4 * (1 + countedWords);

/** Packs a strip into one buffer that can be transferred to another thread. */
export function packVp8Strip({ rows, counted, records }: Vp8Strip): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(prefixBytes + records.length);
  const words = new Uint32Array(packed.buffer, 0, 1 + countedWords);
  words[0] = rows;
  words.set(counted, 1);
  packed.set(records, prefixBytes);
  return packed;
}

/** Views of what `packVp8Strip` made. */
export function unpackVp8Strip({ buffer, byteOffset, length }: Uint8Array): Vp8Strip {
  if (length < prefixBytes) throw new EngineError('encode-failed', 'a strip without macroblocks');
  const words = new Uint32Array(buffer, byteOffset, 1 + countedWords);
  return {
    rows: words[0]!,
    counted: words.subarray(1),
    records: new Uint8Array(buffer, byteOffset + prefixBytes, length - prefixBytes),
  };
}
