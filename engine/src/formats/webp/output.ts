import type { OutputCodec } from '../../codec/output.ts';
import { loadWasm } from '../../wasm/load.ts';
import { readWebp, readWebpMetadata } from './container.ts';
import { setWebpMetadata } from './metadata.ts';

/** RFC 9649 section 2.5: 14 bits a side. */
const maxSide = 16_383;

export const webpOutput: OutputCodec = {
  format: 'webp',
  maxSide,
  // Two copies of the pixels in libwebp's memory, its planes and its partitions: measured at 200 MP.
  encodingBytes: 14,
  hasAlpha: true,
  deep: false,
  gray: false,
  load: async () => void (await loadWasm('webp-encoder')),
  async encode(raster, settings) {
    const { encodeWebp } = await import('./encode.ts');
    return encodeWebp(raster, settings);
  },
  attach: async (bytes, metadata, icc) => setWebpMetadata(bytes, metadata, icc),
  replaceMetadata: async (bytes, metadata) =>
    setWebpMetadata(bytes, metadata, readWebpMetadata(readWebp(bytes)).icc),
};
