async function* readAll(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Ends the stream if the caller stopped early. It may already have failed.
    await reader.cancel().catch(() => {});
  }
}

/** How many bytes decompression may still produce. */
export interface Room {
  bytes: number;
}

/**
 * Inflates a stream of unknown size (zlib unless `by` says otherwise). Deducts the result from
 * `room`. `null` when the stream is damaged or exceeds the room.
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
