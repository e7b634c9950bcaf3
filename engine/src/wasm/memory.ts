import { EngineError } from '../errors.ts';

const pageBytes = 65_536;

/** Makes a module's memory reach to the address `end`. Throws `out-of-memory`, naming who wants it. */
export function growMemory(memory: WebAssembly.Memory, end: number, who: string): void {
  const missing = end - memory.buffer.byteLength;
  if (missing <= 0) return;
  try {
    memory.grow(Math.ceil(missing / pageBytes));
  } catch (cause) {
    throw new EngineError('out-of-memory', `${who} wants ${end} bytes`, { cause });
  }
}

/** The next address or size from `value` on that is a multiple of `to`. */
export function align(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}
