import { textAt } from '../bytes/file-parts.ts';
import { inputExtensions } from '../extensions.ts';
import { findHeifFormat, readBrands } from '../heif/brands.ts';
import type { InputFormat } from '../options.ts';

/** So many bytes from the start of a file are enough for `sniff` and `nameContent`. */
export const sniffLength = 512;

/**
 * Tells the format from a file's first bytes (`sniffLength` of them are enough), never from its name.
 * `null` means: not a picture the engine knows.
 */
export function sniff(bytes: Uint8Array): InputFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return 'gif';
  const start = textAt(bytes, 0, 12);
  if (/^(?:II[*+]\0|MM\0[*+])/.test(start)) return 'tiff';
  // Panasonic, Olympus, Fujifilm, Canon's third form.
  if (/^(?:IIU\0|IIR[OS]|MMOR|FUJIFILM|.{4}ftypcrx )/s.test(start)) return 'raw';
  // The first are icons, the second cursors.
  if (/^\0\0[\x01\x02]\0/.test(start)) return 'ico';
  const brands = readBrands(bytes);
  if (brands) return findHeifFormat(brands);
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return 'jxl';
  if (textAt(bytes, 0, 12) === '\0\0\0\x0cJXL \r\n\x87\n') return 'jxl';
  // BMP has a two-letter mark only, so its header size (BITMAPCOREHEADER 12 to BITMAPV5HEADER 124) is looked at too.
  if (textAt(bytes, 0, 2) === 'BM' && [12, 16, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0))
    return 'bmp';
  // Behind a mark of the byte order and whatever XML begins with, but not inside a page.
  const isSvg = /^(?:\xef\xbb\xbf)?\s*<(?!html|!doctype html)[^]*?(?:svg[\s>\0]|!doctype svg)/i;
  return isSvg.test(textAt(bytes, 0, sniffLength)) ? 'svg' : null;
}

const signatures: [offset: number, mark: string, name: string][] = [
  [0, '%PDF', 'pdf'],
  [0, 'PK\x03\x04', 'zip'],
  [0, 'PK\x05\x06', 'zip'],
  [0, 'Rar!', 'rar'],
  [0, '7z\xbc\xaf', '7z'],
  [0, '\x1f\x8b', 'gzip'],
  [0, '\x1aE\xdf\xa3', 'video'],
  [4, 'ftyp', 'video'],
  [4, 'moov', 'video'],
  [8, 'AVI ', 'video'],
  [8, 'WAVE', 'audio'],
  [0, 'ID3', 'audio'],
  [0, 'OggS', 'audio'],
  [0, 'fLaC', 'audio'],
  [0, '8BPS', 'psd'],
  [0, '\0\0\0\x0cjP  ', 'jpeg2000'],
  [0, 'MZ', 'program'],
  [0, '\x7fELF', 'program'],
];

/**
 * Names what a file is that `sniff` did not know: `pdf`, `zip`, `video`, `html`, `text`, `unknown` and the like.
 * For error messages only.
 */
export function nameContent(bytes: Uint8Array): string {
  const found = signatures.find(([offset, mark]) => textAt(bytes, offset, mark.length) === mark);
  if (found) return found[2];
  const head = textAt(bytes, 0, Math.min(bytes.length, sniffLength)).toLowerCase();
  if (head.includes('<html') || head.includes('<!doctype html')) return 'html';
  const isText = bytes
    .subarray(0, sniffLength)
    .every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
  return isText && bytes.length > 0 ? 'text' : 'unknown';
}

/** The format a file name promises, or `null` when it promises none the engine knows. */
export function formatOfName(name: string): InputFormat | null {
  const written = name.toLowerCase();
  const formats = Object.keys(inputExtensions) as InputFormat[];
  const isKnown = (format: InputFormat) =>
    inputExtensions[format].some((each) => written.endsWith(`.${each}`));
  return formats.find(isKnown) ?? null;
}
