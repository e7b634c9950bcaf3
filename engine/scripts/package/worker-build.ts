import type { OutputOptions } from 'rolldown';

// Plugins that rolldown and Vite take alike, whichever version of these.

interface TransformingPlugin {
  name: string;
  transform(code: string, id: string): { code: string; map: null } | null;
}

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
      test: /[\\/](bytes[\\/]looked-at|convert[\\/](whole|open-whole|stored-pixels)|heic[\\/]decode-samples|jpeg[\\/](encode-raster|pixel-planes)|png[\\/](in-browser|inflater)|strips[\\/](make-part|own-parts)|planes[\\/]raster-pixels|browser[\\/](image-decoder|trial))\.ts$/,
      priority: 2,
    },
    {
      name: 'avif',
      test: /[\\/](formats[\\/]avif[\\/]source|tiles[\\/](av1-color|browser-only))\.ts$/,
      priority: 1,
    },
    {
      name: 'jpeg',
      test: /[\\/](formats[\\/]jpeg[\\/](source|read-metadata)|tiles[\\/]jpeg-tiles)\.ts$/,
      priority: 1,
    },
    {
      name: 'png',
      test: /[\\/](formats[\\/]png[\\/](source|output|decode-tiles)|convert[\\/](plan[\\/]plan-png|make-whole-png)|strips[\\/]run-png)\.ts$/,
      priority: 1,
    },
    { name: 'tiff', test: /[\\/]formats[\\/]tiff[\\/]source\.ts$/, priority: 1 },
    {
      name: 'webp',
      test: /[\\/](formats[\\/]webp[\\/](source|output|decode-tiles|read-metadata)|convert[\\/](plan[\\/]plan-webp|make-whole-webp))\.ts$/,
      priority: 1,
    },
  ],
};

/**
 * The package of the WebP encoder brings a second one for browsers without 128-bit WebAssembly, which the
 * engine does not support: it is left out.
 */
const oneWebpEncoder: ResolvingPlugin = {
  name: 'one-webp-encoder',
  resolveId: {
    order: 'pre',
    handler(source, importer) {
      if (source !== './codec/enc/webp_enc.js') return null;
      return this.resolve('./codec/enc/webp_enc_simd.js', importer);
    },
  },
};

/**
 * libheif's loader looks for Node to read files, and at the edge would have it asked for; the engine always hands it
 * compiled code instead. As a module of today's kind it needs no help from the worker's first script, which all
 * other photos would load for it.
 */
const libheifAsModule: TransformingPlugin = {
  name: 'libheif-as-module',
  transform(code, id) {
    if (!id.endsWith('libheif-wasm/libheif.js')) return null;
    const isNode =
      /typeof process=="object"&&typeof process\.versions=="object"&&typeof process\.versions\.node=="string"/;
    // Never run then; but for these, what starts at the edge would ask for Node's `createRequire`.
    const required = /\brequire\("(?:fs|path|crypto)"\)/g;
    const exported =
      /typeof exports=="object"&&typeof module=="object"\?module\.exports=(\w+):.*$/s;
    if (!isNode.test(code) || code.match(required)?.length !== 3 || !exported.test(code))
      throw new Error("libheif's loader has changed");
    const alone = code.replace(isNode, 'false').replace(required, 'null');
    // A change inside lines: source maps stay right as they are.
    return { code: alone.replace(exported, 'export default $1;'), map: null };
  },
};

/** How packages of codecs are built into workers. */
export const codecPlugins = [oneWebpEncoder, libheifAsModule];
