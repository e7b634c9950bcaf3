/** Concatenates the parts. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Whether the bytes start with the characters of `mark` (Latin-1). */
export function startsWith(bytes: Uint8Array, mark: string): boolean {
  if (bytes.length < mark.length) return false;
  for (let index = 0; index < mark.length; index++) {
    if (bytes[index] !== mark.charCodeAt(index)) return false;
  }
  return true;
}

/** Position of the characters `mark` (Latin-1) at or after `from`, or -1. */
export function findMark(bytes: Uint8Array, mark: string, from: number): number {
  const first = mark.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes.subarray(at, at + mark.length), mark)) return at;
  }
  return -1;
}
