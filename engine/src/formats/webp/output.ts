import type { EncodeSettings, OutputCodec } from '../../codec/output.ts';
import { loadWasm } from '../../wasm/load.ts';
import { readWebp, readWebpMetadata } from './container.ts';
import { setWebpMetadata } from './metadata.ts';

/** RFC 9649 section 2.5: 14 bits a side. */
const maxSide = 16_383;

async function loadOwn(): Promise<void> {
  const codecs = [loadWasm('vp8-encoder'), loadWasm('jpeg-encoder')];
  await Promise.all([...codecs, import('./encode-lossy.ts')]);
}

async function loadPackaged(): Promise<void> {
  await Promise.all([loadWasm('webp-encoder'), import('./encode.ts')]);
}

export const webpOutput: OutputCodec = {
  format: 'webp',
  maxSide,
  // Of pictures with alpha: two copies of the pixels in libwebp's memory, its planes and its partitions.
  encodingBytes: 14,
  hasAlpha: true,
  deep: false,
  gray: false,
  async load({ lossless }: EncodeSettings, hasAlpha) {
    await Promise.all([lossless ? null : loadOwn(), lossless || hasAlpha ? loadPackaged() : null]);
  },
  async encode(raster, settings) {
    if (raster.opaque && !settings.lossless) {
      const { encodeLossy } = await import('./encode-lossy.ts');
      return encodeLossy(raster, settings.quality);
    }
    const { encodeWebp } = await import('./encode.ts');
    return encodeWebp(raster, settings);
  },
  attach: async (bytes, metadata, icc) => setWebpMetadata(bytes, metadata, icc),
  replaceMetadata: async (bytes, metadata) =>
    setWebpMetadata(bytes, metadata, readWebpMetadata(readWebp(bytes)).icc),
};
