import type { InputFormat, OutputFormat } from './options.ts';

/** What files are called, the format's usual extension first; in a folder, what is further up comes first. */
export const inputExtensions: Readonly<Record<InputFormat, readonly string[]>> = {
  heic: ['heic', 'heif', 'hif', 'heics', 'heifs'],
  avif: ['avif', 'avifs'],
  jxl: ['jxl'],
  webp: ['webp'],
  png: ['png'],
  gif: ['gif'],
  bmp: ['bmp'],
  tiff: ['tif', 'tiff'],
  // What cameras write without developing it, by maker: Adobe and many phones, Canon, Nikon, Sony, Olympus, Panasonic,
  // Fujifilm, Pentax, Samsung, Leica, Hasselblad, Phase One, GoPro, Sigma, Minolta, Epson, Mamiya, Leaf, Kodak.
  raw: [
    ...['dng', 'cr2', 'cr3', 'crw', 'nef', 'nrw', 'arw', 'sr2', 'srf', 'orf', 'ori', 'rw2', 'raf'],
    ...['pef', 'srw', 'rwl', '3fr', 'fff', 'iiq', 'gpr', 'x3f', 'mrw', 'erf', 'mef', 'mos', 'dcr'],
    ...['kdc'],
  ],
  ico: ['ico', 'cur'],
  svg: ['svg', 'svgz'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
};

export const outputExtensions: Readonly<Record<OutputFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
};
