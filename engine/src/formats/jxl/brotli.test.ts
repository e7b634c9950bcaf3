import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decompressBrotli } from './brotli.ts';

const text = new TextEncoder().encode('<rdf:RDF>'.repeat(20_000));
const packed = new Uint8Array(brotliCompressSync(text));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(["the browser's own decompressor", 'ours'])('Brotli by %s', (by) => {
  const decompress = (bytes: Uint8Array<ArrayBuffer>, limit = 1e6) => {
    if (by === 'ours') vi.stubGlobal('DecompressionStream', undefined);
    return decompressBrotli(bytes, { bytes: limit });
  };

  test('gives what was compressed', async () => {
    expect(await decompress(packed)).toEqual(text);
  });

  test('gives nothing of what is damaged, cut short or longer than allowed', async () => {
    expect(await decompress(packed.subarray(0, packed.length - 4))).toBeNull();
    expect(await decompress(new Uint8Array(200).fill(0xff))).toBeNull();
    expect(await decompress(packed, text.length - 1)).toBeNull();
  });
});
