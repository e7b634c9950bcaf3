import { joinBytes } from '../../bytes/join.ts';
import { inflateBounded } from '../png/deflate.ts';
import { loadWasm } from '../../wasm/load.ts';

/** The browser's own decompressor, where it has one: Chromium 156 has not. */
function findStream(): DecompressionStream | null {
  try {
    return new DecompressionStream('brotli' as CompressionFormat);
  } catch {
    return null;
  }
}

async function decompressByWasm(
  bytes: Uint8Array,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [{ initSync, BrotliDecStream, BrotliStreamResultCode }, module] = await Promise.all([
    import('brotli-dec-wasm/web'),
    loadWasm('brotli-decoder'),
  ]);
  initSync({ module });
  const stream = new BrotliDecStream();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let rest = bytes; ;) {
      const { code, buf, input_offset: taken } = stream.dec(rest, 64 * 1024);
      chunks.push(buf);
      length += buf.length;
      if (length > limit) return null;
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

/** RFC 7932. `null` for damaged data, and for more than `limit` bytes of it. Throws `code-not-loaded`. */
export async function decompressBrotli(
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = findStream();
  return stream ? inflateBounded(bytes, limit, stream) : decompressByWasm(bytes, limit);
}
