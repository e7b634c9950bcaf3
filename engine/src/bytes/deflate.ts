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
