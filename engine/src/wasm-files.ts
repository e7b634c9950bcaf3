/**
 * Where each codec's WebAssembly lies: `url` for bundlers, which turn it into an asset of its own,
 * `path` for Node running the sources. Nothing is fetched before a picture needs it.
 */
export const wasmFiles = {
  'jpeg-encoder': {
    path: '../build/jpeg.wasm',
    url: () => import('../build/jpeg.wasm?url'),
  },
  'hevc-decoder': {
    path: '../build/hevc.wasm',
    url: () => import('../build/hevc.wasm?url'),
  },
  raster: {
    path: '../build/raster.wasm',
    url: () => import('../build/raster.wasm?url'),
  },
  'png-compressor': {
    path: '../build/png.wasm',
    url: () => import('../build/png.wasm?url'),
  },
  libheif: {
    path: 'libheif-js/libheif-wasm/libheif.wasm',
    url: () => import('libheif-js/libheif-wasm/libheif.wasm?url'),
  },
  'mozjpeg-encoder': {
    path: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
    url: () => import('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url'),
  },
  'mozjpeg-decoder': {
    path: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    url: () => import('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url'),
  },
  'webp-encoder': {
    path: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
    url: () => import('@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'),
  },
  'webp-decoder': {
    path: '@jsquash/webp/codec/dec/webp_dec.wasm',
    url: () => import('@jsquash/webp/codec/dec/webp_dec.wasm?url'),
  },
  'avif-decoder': {
    path: '@jsquash/avif/codec/dec/avif_dec.wasm',
    url: () => import('@jsquash/avif/codec/dec/avif_dec.wasm?url'),
  },
  'brotli-decoder': {
    path: 'brotli-dec-wasm/web/bg.wasm',
    url: () => import('brotli-dec-wasm/web/bg.wasm?url'),
  },
} satisfies Record<string, { path: string; url: () => Promise<{ default: string }> }>;

export type WasmName = keyof typeof wasmFiles;
