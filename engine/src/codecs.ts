/** A piece of software that decodes or encodes, and that ships with the engine. */
export interface Codec {
  name: string;
  /** What it is used for. */
  does: string;
  /** The npm package it comes in; `null` for the engine's own. */
  package: string | null;
  version: string;
  /** SPDX expression of the code that ends up in the browser. */
  license: string;
  /** Where its code is; `null` for the engine's own. */
  source: string | null;
}

/** The engine's version, which its own codecs share. */
export const engineVersion = '0.1.0';

function own(name: string, does: string): Codec {
  return { name, does, package: null, version: engineVersion, license: 'MIT', source: null };
}

/** Every codec that ships, with version and license, for a page that names them. */
export const codecs: readonly Codec[] = [
  own('Stillpix HEVC decoder', 'HEIC and HEIF input'),
  own('Stillpix JPEG decoder', 'JPEG input, baseline and progressive'),
  own('Stillpix JPEG encoder', 'JPEG output'),
  own('Stillpix WebP encoder', 'WebP output, lossy'),
  own('Stillpix PNG', 'PNG input and output; the browser inflates'),
  own('Stillpix GIF', 'GIF input, first frame'),
  own('Stillpix BMP', 'BMP input'),
  own('Stillpix TIFF', 'TIFF input, and the JPEGs inside raw files of cameras'),
  own('Stillpix ICO', 'ICO and CUR input'),
  {
    name: 'libheif with libde265',
    does: 'HEIC and HEIF input, for what our own decoder leaves out',
    package: 'libheif-js',
    version: '1.23.2',
    license: 'LGPL-3.0-or-later',
    source: 'https://github.com/strukturag/libheif',
  },
  {
    name: 'MozJPEG',
    does: 'JPEG input, for what our own decoder leaves out',
    package: '@jsquash/jpeg',
    version: '1.6.0',
    license: 'Apache-2.0 AND BSD-3-Clause AND IJG AND Zlib',
    source: 'https://github.com/mozilla/mozjpeg',
  },
  {
    name: 'libwebp',
    does: 'WebP input; WebP output without loss',
    package: '@jsquash/webp',
    version: '1.5.0',
    license: 'Apache-2.0 AND BSD-3-Clause',
    source: 'https://chromium.googlesource.com/webm/libwebp',
  },
  {
    name: 'libavif with libaom',
    does: 'AVIF input (AV1)',
    package: '@jsquash/avif',
    version: '2.1.1',
    license: 'Apache-2.0 AND BSD-2-Clause',
    source: 'https://github.com/AOMediaCodec/libavif',
  },
  {
    name: 'libjxl',
    does: 'JPEG XL input, where no browser decodes it',
    package: '@jsquash/jxl',
    version: '1.3.0',
    license: 'Apache-2.0 AND BSD-3-Clause',
    source: 'https://github.com/libjxl/libjxl',
  },
  {
    name: 'rust-brotli-decompressor',
    does: 'Compressed metadata of JPEG XL input',
    package: 'brotli-dec-wasm',
    version: '2.3.2',
    license: 'MIT OR Apache-2.0',
    source: 'https://github.com/dropbox/rust-brotli-decompressor',
  },
];
