import { bytesOfU32 } from '../bytes/big-endian.ts';
import { joinBytes } from '../bytes/join.ts';

/** A box of less than 4 GB (ISO/IEC 14496-12, 4.2). The type must be ASCII letters. */
export function writeBox(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return joinBytes([bytesOfU32(size), new TextEncoder().encode(type), ...parts]);
}
