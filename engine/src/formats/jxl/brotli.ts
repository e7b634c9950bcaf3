import { joinBytes } from '../../bytes/join.ts';
import { inflateBounded, type Room } from '../../bytes/deflate.ts';
import { loadWasm } from '../../wasm/load.ts';

/** The browser's own decompressor, if any. Chromium 156 has none. */
function findStream(): DecompressionStream | null {
  try {
    return new DecompressionStream('brotli' as CompressionFormat);
  } catch {
    return null;
  }
}

async function decompressByWasm(
  bytes: Uint8Array,
  room: Room,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [{ initSync, BrotliDecStream, BrotliStreamResultCode }, module] = await Promise.all([
    import('brotli-dec-wasm/web'),
    loadWasm('brotli-decoder'),
  ]);
  initSync({ module });
  const stream = new BrotliDecStream();
  const chunks: Uint8Array[] = [];
  try {
    for (let rest = bytes; ;) {
      const { code, buf, input_offset: taken } = stream.dec(rest, 64 * 1024);
      chunks.push(buf);
      room.bytes -= buf.length;
      if (room.bytes < 0) return null;
      if (code === BrotliStreamResultCode.ResultSuccess) return joinBytes(chunks);
      if (code !== BrotliStreamResultCode.NeedsMoreOutput || buf.length === 0) return null;
      rest = rest.subarray(taken);
    }
  } catch {
    return null;
  } finally {
    stream.free();
  }
}

/**
 * Decompresses Brotli (RFC 7932). `null` for damaged data, and when the result exceeds the room.
 * Throws `code-not-loaded`.
 */
export async function decompressBrotli(
  bytes: Uint8Array<ArrayBuffer>,
  room: Room,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = findStream();
  return stream ? inflateBounded(bytes, room, stream) : decompressByWasm(bytes, room);
}
