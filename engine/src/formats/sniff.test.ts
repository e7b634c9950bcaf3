import { describe, expect, test } from 'vitest';
import { fixture } from '../../testing/pictures.ts';
import { formatOfName } from './format-of-name.ts';
import { nameContent } from './name-content.ts';
import { sniff } from './sniff.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function ftyp(major: string, ...compatible: string[]): Uint8Array {
  const size = 16 + compatible.length * 4;
  return latin(`\0\0\0${String.fromCharCode(size)}ftyp${major}\0\0\0\0${compatible.join('')}`);
}

describe('telling the format from the first bytes', () => {
  test.each([
    ['grid.heic', 'heic'],
    ['drawing.avif', 'avif'],
    ['alpha.webp', 'webp'],
    ['drawing.png', 'png'],
    ['located.jpg', 'jpeg'],
    ['animated.gif', 'gif'],
    ['drawing.bmp', 'bmp'],
  ])('%s', async (name, format) => {
    expect(sniff(await fixture(name))).toBe(format);
  });

  test('knows every brand of still HEIF, whichever comes first', () => {
    for (const brand of ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2']) {
      expect(sniff(ftyp(brand))).toBe('heic');
      expect(sniff(ftyp('XXXX', brand))).toBe('heic');
    }
    expect(sniff(ftyp('avif', 'mif1', 'miaf'))).toBe('avif');
    expect(sniff(ftyp('mif1', 'avif', 'miaf'))).toBe('avif');
    expect(sniff(ftyp('isom', 'mp42'))).toBeNull();
  });

  test('knows both forms of JPEG XL', () => {
    expect(sniff(latin('\xff\x0a\0\0'))).toBe('jxl');
    expect(sniff(latin('\0\0\0\x0cJXL \r\n\x87\n'))).toBe('jxl');
  });

  test('knows every header of a bitmap', () => {
    for (const size of [12, 16, 40, 52, 56, 64, 108, 124])
      expect(sniff(latin(`BM${'\n'.repeat(12)}${String.fromCharCode(size)}\0\0\0`))).toBe('bmp');
  });

  test.each([
    ['II*\0', 'tiff'],
    ['MM\0*', 'tiff'],
    ['II+\0', 'tiff'],
    ['MM\0+', 'tiff'],
    ['IIU\0', 'raw'],
    ['IIRO', 'raw'],
    ['MMOR', 'raw'],
    ['FUJIFILMCCD-RAW ', 'raw'],
    ['\0\0\0\x18ftypcrx \0\0\0\x01crx isom', 'raw'],
    ['\0\0\x01\0\x01\0', 'ico'],
    ['\0\0\x02\0\x03\0', 'ico'],
    // Targa.
    ['\0\0\x02\0\0\0\0\0', null],
    ['<svg>', 'svg'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<svg\nwidth="1">', 'svg'],
    ['<!DOCTYPE svg PUBLIC "x">', 'svg'],
    ['IIR filters are recursive', null],
    ['A text about <svg>', null],
  ])('%j is %s', (text, format) => {
    expect(sniff(latin(text))).toBe(format);
  });

  test('does not take prose that starts like a bitmap for one', () => {
    expect(sniff(latin('BMW builds cars and motorcycles'))).toBeNull();
  });
});

describe('naming what is no picture', () => {
  test.each([
    ['%PDF-1.7', 'pdf'],
    ['PK\x03\x04', 'zip'],
    ['Hello, world.\n', 'text'],
    ['<!DOCTYPE html><title>x</title>', 'html'],
    ['\0\0\0\bwide\0\0\x10\0mdat', 'video'],
    ['\0\0\x10\0mdat', 'video'],
    ['\x01\x02\x03\x04', 'unknown'],
  ])('%j is %s', (text, name) => {
    expect(nameContent(latin(text))).toBe(name);
  });

  test('calls a film a video', () => {
    expect(nameContent(ftyp('isom', 'mp42'))).toBe('video');
  });
});

test('knows what a file name promises', () => {
  expect(formatOfName('IMG_0001.HEIC')).toBe('heic');
  expect(formatOfName('a.b.jpeg')).toBe('jpeg');
  expect(formatOfName('photo.jfif')).toBe('jpeg');
  expect(formatOfName('notes.txt')).toBeNull();
  expect(formatOfName('heic')).toBeNull();
  expect(formatOfName('a.constructor')).toBeNull();
});
