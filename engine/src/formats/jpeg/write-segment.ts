import { bytesOfU16 } from '../../bytes/big-endian.ts';
import { joinBytes } from '../../bytes/join.ts';

/** A marker segment (ITU-T T.81, B.1.1.4). Its length counts the length field, too. */
export function writeSegment(
  marker: number,
  ...parts: readonly Uint8Array[]
): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 2);
  return joinBytes([Uint8Array.of(0xff, marker), bytesOfU16(size), ...parts]);
}
