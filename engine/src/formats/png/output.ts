import type { OutputCodec } from '../../codec/output.ts';
import { loadWasm } from '../../wasm/load.ts';
import { setPngMetadata } from './metadata.ts';

/** Section 11.2.1 allows 31 bits, but no reader supports that. */
const maxSide = 65_500;

export const pngOutput: OutputCodec = {
  format: 'png',
  maxSide,
  // The compressed rows, which are at worst as large as the samples.
  encodingBytes: () => 4,
  hasAlpha: true,
  deep: true,
  gray: true,
  strips: () => 'png-rows',
  load: async () => void (await loadWasm('png-codec')),
  async encode(raster, { small }) {
    const { encodePng } = await import('./encode.ts');
    return encodePng(raster, small);
  },
  attach: setPngMetadata,
  replaceMetadata: (bytes, metadata) => setPngMetadata(bytes, metadata, undefined),
};
