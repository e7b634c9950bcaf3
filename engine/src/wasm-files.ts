/**
 * Where each codec's WebAssembly lies: `url` for bundlers, which turn it into an asset of its own,
 * `path` for Node running the sources. Nothing is fetched before a picture needs it.
 */
export const wasmFiles = {
  libheif: {
    path: 'libheif-js/libheif-wasm/libheif.wasm',
    url: () => import('libheif-js/libheif-wasm/libheif.wasm?url'),
  },
  'mozjpeg-encoder': {
    path: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
    url: () => import('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url'),
  },
} satisfies Record<string, { path: string; url: () => Promise<{ default: string }> }>;

export type WasmName = keyof typeof wasmFiles;
