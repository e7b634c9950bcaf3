import { EngineError } from '../errors.ts';

async function* readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Ends the stream when the caller has enough; it may have failed already.
    await reader.cancel().catch(() => {});
  }
}

/**
 * Inflates a zlib stream to exactly `size` bytes, no more memory whatever it holds.
 * Throws `corrupt-file` when it holds less.
 */
export async function inflate(parts: Uint8Array[], size: number): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(size);
  let filled = 0;
  const source = new Blob(parts as Uint8Array<ArrayBuffer>[]).stream();
  try {
    for await (const piece of readAll(source.pipeThrough(new DecompressionStream('deflate')))) {
      const part = piece.subarray(0, size - filled);
      out.set(part, filled);
      filled += part.length;
      if (filled === size) break;
    }
  } catch (cause) {
    throw new EngineError('corrupt-file', 'A compressed stream is damaged', { cause });
  }
  if (filled < size) throw new EngineError('corrupt-file', 'A compressed stream ends early');
  return out;
}

/**
 * Inflates a zlib stream of `size` bytes in bands of `bandSize`, the last one smaller. A band holds until
 * the next one is asked for. Throws `corrupt-file` when there are fewer bytes.
 */
export async function* inflateBands(
  parts: Uint8Array[],
  size: number,
  bandSize: number,
): AsyncGenerator<Uint8Array> {
  const band = new Uint8Array(Math.min(bandSize, size));
  let left = size;
  let filled = 0;
  const source = new Blob(parts as Uint8Array<ArrayBuffer>[]).stream();
  const pieces = readAll(source.pipeThrough(new DecompressionStream('deflate')));
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length && left > 0;) {
        const room = Math.min(band.length, left) - filled;
        const part = piece.subarray(at, at + room);
        band.set(part, filled);
        filled += part.length;
        at += part.length;
        if (part.length < room) continue;
        yield band.subarray(0, filled);
        left -= filled;
        filled = 0;
      }
      if (left === 0) return;
    }
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError('corrupt-file', 'A compressed stream is damaged', { cause });
  }
  throw new EngineError('corrupt-file', 'A compressed stream ends early');
}

/** How many bytes may still come out of compressed streams. */
export interface Room {
  bytes: number;
}

/**
 * Inflates a stream of unknown size, of zlib unless `by` says otherwise, as far as there is room, which
 * it takes. `null` when it is damaged or bigger.
 */
export async function inflateBounded(
  part: Uint8Array,
  room: Room,
  by: DecompressionStream = new DecompressionStream('deflate'),
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const source = new Blob([part as Uint8Array<ArrayBuffer>]).stream();
  try {
    for await (const piece of readAll(source.pipeThrough(by))) {
      room.bytes -= piece.length;
      if (room.bytes < 0) return null;
      pieces.push(piece);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Compresses to a zlib stream. */
export async function deflate(
  parts: Iterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream('deflate');
  const compressed = new Response(readable).arrayBuffer();
  const writer = writable.getWriter();
  for (const part of parts) await writer.write(part);
  await writer.close();
  return new Uint8Array(await compressed);
}
