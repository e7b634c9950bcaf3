import type { InputFormat } from '../options.ts';
import { refusedFormat } from './refused-format.ts';
import { sniff, sniffLength } from './sniff.ts';
import { isPacked } from './svg/packed.ts';

/** The first bytes that decompression gives. `null` when there are none. */
async function unpackStart(packed: Uint8Array): Promise<Uint8Array | null> {
  const { readable, writable } = new DecompressionStream('gzip');
  const reader = readable.getReader();
  // Read before anything is written: a stream that fails, as one does that ends early, loses what
  // nobody waits for.
  const first = reader.read();
  const writer = writable.getWriter();
  const written = [writer.write(new Uint8Array(packed)), writer.close()];
  try {
    return (await first).value ?? null;
  } catch {
    return null;
  } finally {
    await Promise.allSettled([reader.cancel(), ...written]);
  }
}

/** Whether a file with these bytes, at least its first ones, is a compressed drawing. */
async function isPackedSvg(bytes: Uint8Array): Promise<boolean> {
  const start = isPacked(bytes) ? await unpackStart(bytes.subarray(0, sniffLength)) : null;
  return start !== null && sniff(start) === 'svg';
}

/** The format of a file whose first bytes are no picture's. Rejects with `unsupported-format`. */
export async function requireUnmarked(bytes: Uint8Array): Promise<InputFormat> {
  if (await isPackedSvg(bytes)) return 'svg';
  throw refusedFormat(bytes);
}
