import { describe, expect, test } from 'vitest';
import { expandFax, type FaxCoding } from './fax.ts';

/** Bits in a string, spaces ignored, as bytes. */
function bytesOfBits(bits: string): Uint8Array {
  const packed = bits.replaceAll(' ', '');
  return Uint8Array.from({ length: Math.ceil(packed.length / 8) }, (_, at) =>
    Number.parseInt(packed.slice(at * 8, at * 8 + 8).padEnd(8, '0'), 2),
  );
}

/** Rows of eight pixels. */
function draw(bits: string, height: number, coding: Partial<FaxCoding> = {}) {
  const out = new Uint8Array(height);
  const whole: FaxCoding = { kind: 'group-3', twoDimensional: false, rowAlignment: 8, ...coding };
  const { isDamaged } = expandFax(bytesOfBits(bits), out, 8, whole);
  const rows = [...out].map((row) => row.toString(2).padStart(8, '0'));
  return { isDamaged, rows };
}

// Runs of white 2, black 3, white 3, and of white 1, black 5, white 2.
const [first, second] = ['0111 10 1000', '000111 0011 0111'];
const endOfLine = '000000000001';
const [firstRow, secondRow, white] = ['00111000', '01111100', '00000000'];

describe('a damaged fax is what libtiff makes of it:', () => {
  test.each([
    [
      'without a mark in front of its first row, it begins with the second one',
      `${first}${endOfLine}${second}`,
      [secondRow, white],
    ],
    [
      'a run that goes beyond its row is none',
      `${endOfLine}0111 00001101000${endOfLine}${second}`,
      [white, secondRow],
    ],
    [
      'a row that ends early is white from there on',
      `${endOfLine}0111 10${endOfLine}${second}`,
      [firstRow, secondRow],
    ],
    [
      'what is lost of a row is not the next one',
      `${endOfLine}0111 10 0000000011 1000 0111${endOfLine}${second}`,
      [firstRow, secondRow],
    ],
  ])('%s', (_, bits, rows) => {
    expect(draw(bits, 2)).toEqual({ isDamaged: true, rows });
  });

  test.each([
    ['ends early goes on in its color', '1', '00111111'],
    ['has a mode that no machine has does so too', '1 0000001111', '00111111'],
    ['goes back to what it has passed is white from there on', '001 1011 10 0000010', '00001110'],
  ])('a row by the one above that %s', (_, modes, row) => {
    const bits = `${endOfLine}1${first}${endOfLine}0${modes}${endOfLine}1${second}`;
    const drawn = draw(bits, 3, { twoDimensional: true });
    expect(drawn.rows).toEqual([firstRow, row, secondRow]);
    expect(drawn.isDamaged).toBe(true);
  });
});

test('rows without marks may begin anywhere in a byte', () => {
  expect(draw(`${first}${second}${first}`, 3)).toEqual({
    isDamaged: false,
    rows: [firstRow, secondRow, firstRow],
  });
});

test('a row of group 4 that the end of the page cuts off is white, and so are those behind it', () => {
  const bits = `001 0111 10 1 1 1 ${endOfLine}${endOfLine}`;
  expect(draw(bits, 3, { kind: 'group-4' })).toEqual({
    isDamaged: true,
    rows: [firstRow, white, white],
  });
});
