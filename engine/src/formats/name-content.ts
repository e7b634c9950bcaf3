import { textAt } from '../bytes/file-parts.ts';
import type { OtherContent } from '../errors.ts';
import { sniffLength } from './sniff.ts';

const signatures: [offset: number, mark: string, name: OtherContent][] = [
  [0, '%PDF', 'pdf'],
  [0, 'PK\x03\x04', 'zip'],
  [0, 'PK\x05\x06', 'zip'],
  [0, 'Rar!', 'rar'],
  [0, '7z\xbc\xaf', '7z'],
  [0, '\x1f\x8b', 'gzip'],
  [0, '\x1aE\xdf\xa3', 'video'],
  [4, 'ftyp', 'video'],
  [4, 'moov', 'video'],
  [4, 'wide', 'video'],
  [4, 'mdat', 'video'],
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
 * Names the content of a file that `sniff` did not recognize: `pdf`, `zip`, `video`, `html`,
 * `text`, `unknown` and so on. For error messages only.
 */
export function nameContent(bytes: Uint8Array): OtherContent {
  const found = signatures.find(([offset, mark]) => textAt(bytes, offset, mark.length) === mark);
  if (found) return found[2];
  const head = textAt(bytes, 0, Math.min(bytes.length, sniffLength)).toLowerCase();
  if (head.includes('<html') || head.includes('<!doctype html')) return 'html';
  const isText = bytes
    .subarray(0, sniffLength)
    .every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
  return isText && bytes.length > 0 ? 'text' : 'unknown';
}
