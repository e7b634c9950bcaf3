import type { EncodeSettings, OutputCodec } from '../../codec/output.ts';
import { loadWasm } from '../../wasm/load.ts';
import { readWebp } from './container.ts';
import { readWebpMetadata } from './read-metadata.ts';
import { setWebpMetadata } from './metadata.ts';

/** RFC 9649 section 2.5: 14 bits per side. */
const maxSide = 16_383;

async function loadOwn(): Promise<void> {
  const codecs = [loadWasm('vp8-encoder'), loadWasm('jpeg-encoder')];
  await Promise.all([...codecs, import('./encode-lossy.ts')]);
}

async function loadLossless(): Promise<void> {
  const codecs = [loadWasm('vp8l-encoder'), loadWasm('webp-encoder')];
  await Promise.all([...codecs, import('./encode-lossless.ts')]);
}

export const webpOutput: OutputCodec = {
  format: 'webp',
  maxSide,
  // Lossless: two copies of the pixels in libwebp's memory, its planes and partitions. Lossy: alpha
  // and what its repeat search needs, macroblocks, the file; for a search by size also samples and
  // a second file.
  encodingBytes: ({ lossless, small }) => (lossless ? 14 : small ? 8 : 6),
  hasAlpha: true,
  deep: false,
  gray: false,
  strips: ({ lossless }) => (lossless ? null : 'macroblocks'),
  load: ({ lossless }: EncodeSettings) => (lossless ? loadLossless() : loadOwn()),
  async encode(raster, { lossless, quality }) {
    if (lossless) {
      const { encodeLossless } = await import('./encode-lossless.ts');
      return encodeLossless(raster);
    }
    const { encodeLossy } = await import('./encode-lossy.ts');
    return encodeLossy(raster, quality);
  },
  attach: async (bytes, metadata, icc) => setWebpMetadata(bytes, metadata, icc),
  replaceMetadata: async (bytes, metadata) =>
    setWebpMetadata(bytes, metadata, readWebpMetadata(readWebp(bytes)).icc),
};
