import type { OutputOptions } from 'rolldown';

/** A plugin that rolldown and Vite take alike, whichever version of these. */
interface ResolvingPlugin {
  name: string;
  resolveId: {
    order: 'pre';
    handler(
      this: { resolve(source: string, importer?: string): Promise<{ id: string } | null> },
      source: string,
      importer?: string,
    ): Promise<{ id: string } | null> | null;
  };
}

/**
 * How a bundler divides the worker's script, for rolldown's `codeSplitting`. Each file is a way to the server
 * and back, so what a kind of photo needs lies in one: `start` is all that a HEIC needs that becomes a JPEG,
 * `whole` what converts pictures that are in no tiles, the others what one format takes. What several formats share
 * is in `start` or `whole`: in one of theirs, all others would wait for that too.
 */
export const workerChunks: Exclude<OutputOptions['codeSplitting'], boolean | undefined> = {
  groups: [
    { name: 'start', tags: ['$initial'], priority: 3 },
    {
      name: 'whole',
      test: /[\\/](convert[\\/](whole|render-whole)|heic[\\/]decode-samples|jpeg[\\/](encode-raster|pixel-planes)|png[\\/]in-browser|strips[\\/]make-part|browser[\\/](image-decoder|trial))\.ts$/,
      priority: 2,
    },
    {
      name: 'avif',
      test: /[\\/](formats[\\/]avif[\\/]source|tiles[\\/](av1-color|browser-only))\.ts$/,
      priority: 1,
    },
    {
      name: 'jpeg',
      test: /[\\/](formats[\\/]jpeg[\\/]source|tiles[\\/]jpeg-tiles)\.ts$/,
      priority: 1,
    },
    {
      name: 'png',
      test: /[\\/](formats[\\/]png[\\/](source|output|decode-tiles)|convert[\\/](plan-png|make-whole-png)|strips[\\/]run-png)\.ts$/,
      priority: 1,
    },
    {
      name: 'webp',
      test: /[\\/](formats[\\/]webp[\\/](source|output|decode-tiles)|convert[\\/](plan-webp|make-whole-webp))\.ts$/,
      priority: 1,
    },
  ],
};

/**
 * The package of the WebP encoder brings a second one for browsers without 128-bit WebAssembly, which the
 * engine does not support: it is left out.
 */
export const oneWebpEncoder: ResolvingPlugin = {
  name: 'one-webp-encoder',
  resolveId: {
    order: 'pre',
    handler(source, importer) {
      if (source !== './codec/enc/webp_enc.js') return null;
      return this.resolve('./codec/enc/webp_enc_simd.js', importer);
    },
  },
};
