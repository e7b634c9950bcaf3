/** `value` as an unsigned big-endian number of `count` bytes. */
export function bytesOfNumber(value: number, count: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** (count - 1 - i)));
}

/** Big-endian numbers of 16 bits; negative ones in two's complement. */
export function bytesOfU16(...values: number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  values.forEach((value, index) => view.setUint16(index * 2, value));
  return new Uint8Array(view.buffer);
}

/** Big-endian numbers of 32 bits; negative ones in two's complement. */
export function bytesOfU32(...values: number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return new Uint8Array(view.buffer);
}
