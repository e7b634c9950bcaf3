/**
 * Where each codec's WebAssembly lies: `url` for bundlers, which turn it into an asset of its own and
 * know packages by their names, `path` for Node running the sources. Nothing is fetched before a
 * picture needs it.
 */
export const wasmFiles = {
  'jpeg-encoder': {
    path: '../../build/jpeg.wasm',
    url: () => new URL('../../build/jpeg.wasm', import.meta.url),
  },
  'hevc-decoder': {
    path: '../../build/hevc.wasm',
    url: () => new URL('../../build/hevc.wasm', import.meta.url),
  },
  'jpeg-decoder': {
    path: '../../build/jpeg-decoder.wasm',
    url: () => new URL('../../build/jpeg-decoder.wasm', import.meta.url),
  },
  raster: {
    path: '../../build/raster.wasm',
    url: () => new URL('../../build/raster.wasm', import.meta.url),
  },
  resample: {
    path: '../../build/resample.wasm',
    url: () => new URL('../../build/resample.wasm', import.meta.url),
  },
  'png-codec': {
    path: '../../build/png.wasm',
    url: () => new URL('../../build/png.wasm', import.meta.url),
  },
  'tone-mapper': {
    path: '../../build/tone.wasm',
    url: () => new URL('../../build/tone.wasm', import.meta.url),
  },
  lzw: {
    path: '../../build/lzw.wasm',
    url: () => new URL('../../build/lzw.wasm', import.meta.url),
  },
  libheif: {
    path: 'libheif-js/libheif-wasm/libheif.wasm',
    url: () => new URL('libheif-js/libheif-wasm/libheif.wasm', import.meta.url),
  },
  'mozjpeg-decoder': {
    path: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    url: () => new URL('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', import.meta.url),
  },
  'webp-modes': {
    path: '../../build/webp-modes.wasm',
    url: () => new URL('../../build/webp-modes.wasm', import.meta.url),
  },
  'vp8-encoder': {
    path: '../../build/vp8.wasm',
    url: () => new URL('../../build/vp8.wasm', import.meta.url),
  },
  'vp8l-encoder': {
    path: '../../build/vp8l.wasm',
    url: () => new URL('../../build/vp8l.wasm', import.meta.url),
  },
  'webp-encoder': {
    path: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
    url: () => new URL('@jsquash/webp/codec/enc/webp_enc_simd.wasm', import.meta.url),
  },
  'webp-decoder': {
    path: '@jsquash/webp/codec/dec/webp_dec.wasm',
    url: () => new URL('@jsquash/webp/codec/dec/webp_dec.wasm', import.meta.url),
  },
  'avif-decoder': {
    path: '@jsquash/avif/codec/dec/avif_dec.wasm',
    url: () => new URL('@jsquash/avif/codec/dec/avif_dec.wasm', import.meta.url),
  },
  'jxl-decoder': {
    path: '@jsquash/jxl/codec/dec/jxl_dec.wasm',
    url: () => new URL('@jsquash/jxl/codec/dec/jxl_dec.wasm', import.meta.url),
  },
  'brotli-decoder': {
    path: 'brotli-dec-wasm/web/bg.wasm',
    url: () => new URL('brotli-dec-wasm/web/bg.wasm', import.meta.url),
  },
} satisfies Record<string, { path: string; url: () => URL }>;

export type WasmName = keyof typeof wasmFiles;
