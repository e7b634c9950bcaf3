import { joinBytes } from '../bytes/join.ts';

/** `value` as an unsigned big-endian number of `count` bytes. */
export function bytesOfNumber(value: number, count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** (count - 1 - i)));
}

/** A box of less than 4 GB (ISO/IEC 14496-12, 4.2). The type must be ASCII letters. */
export function writeBox(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return joinBytes([bytesOfNumber(size, 4), new TextEncoder().encode(type), ...parts]);
}
