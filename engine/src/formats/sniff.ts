import { textAt } from '../bytes/file-parts.ts';
import { findHeifFormat, readBrands } from '../heif/brands.ts';
import type { InputFormat } from '../options.ts';

/** This many bytes from the start of a file suffice for `sniff` and `nameContent`. */
export const sniffLength = 512;

/* eslint-disable no-control-regex -- files begin with any bytes */
const marks: readonly [format: InputFormat, mark: RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['gif', /^GIF8[79]a/],
  // A bare codestream, or one in a container.
  ['jxl', /^(?:\xff\n|\0\0\0\fJXL \r\n\x87\n)/],
  ['tiff', /^(?:II[*+]\0|MM\0[*+])/],
  // Panasonic, Olympus, Fujifilm, Canon's third form and its first, Sigma, Minolta.
  ['raw', /^(?:IIU\0|IIR[OS]|MMOR|FUJIFILM|.{4}ftypcrx |II.{4}HEAPCCDR|FOVb|\0MRM)/s],
  // Icons and cursors. Targa files begin like those without a picture.
  ['ico', /^\0\0[\x01\x02]\0(?!\0\0)/],
  // `BM` alone is too weak a mark, so the header size must fit, too (BITMAPCOREHEADER 12 to
  // BITMAPV5HEADER 124).
  ['bmp', /^BM.{12}[\f\x10(48@l|]/s],
  // After a byte order mark and anything that XML may begin with. The reader finds out whether the
  // `svg` is inside an HTML page.
  ['svg', /^(?:\xef\xbb\xbf)?\s*<[^]*?svg[\s>\0]/i],
];
/* eslint-enable no-control-regex */

/**
 * Tells the format from a file's first bytes (`sniffLength` of them suffice), never from its name.
 * `null` means that the engine does not know it as a picture. Raw files in TIFF layout count as
 * `tiff` here, because only their directories tell them apart.
 */
export function sniff(bytes: Uint8Array): InputFormat | null {
  const start = textAt(bytes, 0, sniffLength);
  const [format] = marks.find(([, mark]) => mark.test(start)) ?? [];
  const brands = format ? null : readBrands(bytes);
  return brands ? findHeifFormat(brands) : (format ?? null);
}
