declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface LibheifImage {
    get_width(): number;
    get_height(): number;
    display(target: ImageData, done: (filled: ImageData | null) => void): void;
    free(): void;
  }
  interface Libheif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): LibheifImage[] };
  }
  export default function start(): Libheif;
}

declare module 'heic-convert' {
  export default function convert(options: {
    buffer: Uint8Array;
    format: 'JPEG' | 'PNG';
    quality?: number;
  }): Promise<ArrayBuffer>;
}
