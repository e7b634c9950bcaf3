import { pictureHeader } from '../../codec/picture-header.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import type { Size } from '../../geometry.ts';
import type { Raster } from '../../planes/raster.ts';
import { decodeIconBitmap, readIconBitmap } from './bitmap.ts';
import type { IconEntry } from './entries.ts';

/** An icon's picture that is a bitmap. */
export function bitmapSource(size: Size, hasAlpha: boolean, decode: () => Raster): Source {
  return {
    format: 'ico',
    pictures: [pictureHeader(size, { hasAlpha, mayHaveAlpha: true })],
    animated: false,
    hasVideo: false,
    lossless: true,
    load: async () => {},
    decode: async () => decode(),
  };
}

/** Opens one of an icon's pictures. */
export async function openEntry(
  bytes: Uint8Array<ArrayBuffer>,
  entry: IconEntry,
  openPng: InputCodec['open'],
): Promise<Source> {
  if (entry.kind === 'png') {
    const source = await openPng(bytes.subarray(entry.start, entry.end));
    return { ...source, format: 'ico', animated: false };
  }
  const bitmap = readIconBitmap(bytes, entry);
  return bitmapSource(bitmap.header, bitmap.header.bits === 32, () => decodeIconBitmap(bitmap));
}
