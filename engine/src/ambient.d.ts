declare module 'libheif-js/libheif-wasm/libheif.js' {
  /** Starts libheif; the object carries the C functions of libheif.h with a leading underscore. */
  export default function start(options: Record<string, unknown>): unknown;
}
