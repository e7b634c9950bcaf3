import type { InputFormat, OutputFormat } from './options.ts';

/** What files are called, the format's usual extension first; in a folder, what is further up comes first. */
export const inputExtensions: Readonly<Record<InputFormat, readonly string[]>> = {
  heic: ['heic', 'heif', 'hif', 'heics'],
  avif: ['avif'],
  jxl: ['jxl'],
  webp: ['webp'],
  png: ['png'],
  gif: ['gif'],
  bmp: ['bmp'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
};

export const outputExtensions: Readonly<Record<OutputFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
};
