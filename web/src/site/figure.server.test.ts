import { describe, expect, test } from 'vitest';
import { renderFigure } from './figure.server.ts';

const figure = (lines: string) => renderFigure(lines, 'de', 'article.md');

/** Text of the cells, row by row. */
function readTable(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
  );
}

describe('a figure made from a data file', () => {
  test('shows the rows asked for, named and written as the language does', () => {
    const table = readTable(
      figure(`
data: jpeg-quality
kind: table
caption: Größe
label: quality
values: [kb, psnr]
where: { picture: photo, quality: [70, 85] }`),
    );
    expect(table[0]).toEqual(['Qualität', 'Größe (kB)', 'PSNR (dB)']);
    expect(table.map(([name]) => name)).toEqual(['Qualität', '70', '85']);
    expect(table[1]?.[2]).toMatch(/^\d\d,\d$/);
  });

  test('sets groups side by side with `by`', () => {
    const html = figure(`
data: jpeg-quality
kind: lines
caption: Größe
label: quality
values: [kb]
by: picture
where: { picture: [photo, screenshot] }`);
    expect(readTable(html)[0]).toEqual(['Qualität', 'Foto', 'Screenshot']);
    expect(html.match(/<polyline/g)).toHaveLength(2);
    expect(html).toContain('>Größe (kB)</text>');
  });

  test('that names a file, column or row which is not there stops the build', () => {
    const block = (changes: string) => `data: jpeg-quality
kind: table
caption: Größe
label: quality
values: [kb]
${changes}`;
    expect(() => figure(block('where: { picture: cat }'))).toThrow('no row');
    expect(() => figure(block('').replace('[kb]', '[weight]'))).toThrow('no column weight');
    expect(() => figure(block('').replace('jpeg-quality', 'missing'))).toThrow('does not exist');
  });
});
