import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Programs that are compiled into a package and have a license of their own. */
export const insidePackages: Readonly<
  Record<string, readonly { name: string; notice: string; license: readonly string[] }[]>
> = {
  '@jsquash/jpeg': [
    {
      name: 'MozJPEG, https://github.com/mozilla/mozjpeg',
      notice:
        'This software is based in part on the work of the Independent JPEG Group.\nCopyright (C) 1991-2020 Thomas G. Lane, Guido Vollbeding; 2009-2024 D. R. Commander; 2015-2018 Mozilla',
      license: ['IJG', 'BSD-3-Clause', 'Zlib'],
    },
  ],
  '@jsquash/webp': [
    {
      name: 'libwebp, https://chromium.googlesource.com/webm/libwebp',
      notice: 'Copyright (c) 2010, Google Inc. All rights reserved.',
      license: ['BSD-3-Clause'],
    },
  ],
  '@jsquash/avif': [
    {
      name: 'libavif, https://github.com/AOMediaCodec/libavif',
      notice: 'Copyright 2019 Joe Drago. All rights reserved.',
      license: ['BSD-2-Clause'],
    },
    {
      name: 'libaom, https://aomedia.googlesource.com/aom',
      notice: 'Copyright (c) 2016, Alliance for Open Media. All rights reserved.',
      license: ['BSD-2-Clause'],
    },
  ],
  '@jsquash/jxl': [
    {
      name: 'libjxl with skcms, https://github.com/libjxl/libjxl',
      notice: 'Copyright (c) the JPEG XL Project Authors. Copyright (c) 2018 Google Inc. (skcms)',
      license: ['BSD-3-Clause'],
    },
    {
      name: 'Highway, https://github.com/google/highway',
      notice: 'Copyright 2019 Google LLC',
      license: ['Apache-2.0'],
    },
    {
      name: 'Brotli, https://github.com/google/brotli',
      notice: 'Copyright (c) 2009, 2010, 2013-2016 by the Brotli Authors.',
      license: ['MIT'],
    },
  ],
  'brotli-dec-wasm': [
    {
      name: 'rust-brotli-decompressor, https://github.com/dropbox/rust-brotli-decompressor',
      notice: 'Copyright (c) 2016 Dropbox, Inc.',
      license: ['BSD-3-Clause'],
    },
  ],
  'libheif-js': [
    {
      name: 'libheif, https://github.com/strukturag/libheif',
      notice: 'Copyright (c) 2017-2026 struktur AG, Dirk Farin <farin@struktur.de>',
      license: ['LGPL-3.0-or-later', 'GPL-3.0-or-later'],
    },
    {
      name: 'libde265, https://github.com/strukturag/libde265',
      notice: 'Copyright (c) 2013-2026 struktur AG, Dirk Farin <farin@struktur.de>',
      license: ['LGPL-3.0-or-later', 'GPL-3.0-or-later'],
    },
  ],
};

/** The text of a license, by its SPDX identifier. */
export function standardText(id: string): string {
  return (require(`spdx-license-list/licenses/${id}.json`) as { licenseText: string }).licenseText;
}
