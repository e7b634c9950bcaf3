import { convert, type ConvertOptions } from '@stillpix/engine';
import { kilobytes } from './columns.ts';
import { psnr, ssim } from './measures.ts';
import { readPicture, type Picture } from './picture.ts';

/** A test picture: what is converted, and the pixels the result is compared with. */
export interface Subject {
  name: 'photo' | 'screenshot' | 'lineart' | 'gradient';
  file: Uint8Array<ArrayBuffer>;
  pixels: Picture;
}

/** Converts as the product does. */
export async function encode(
  file: Uint8Array<ArrayBuffer>,
  options: ConvertOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { blob } = await convert(new Blob([file]), options);
  return new Uint8Array(await blob.arrayBuffer());
}

const rounded = (value: number | null, digits: number) =>
  value === null ? null : Number(value.toFixed(digits));

/** Size of a file, and how far its pixels are from the original's. */
export async function judge(original: Picture, file: Uint8Array<ArrayBuffer>) {
  const decoded = await readPicture(file);
  return {
    kb: kilobytes(file.length),
    psnr: rounded(psnr(original, decoded), 2),
    ssim: rounded(ssim(original, decoded), 5),
  };
}
