import { describe, expect, test } from 'vitest';
import { renderFigure } from './figure.server.ts';

const quality = {
  source: 'a test',
  columns: {
    picture: {
      label: 'Bild',
      names: { photo: 'Foto', screen: { en: 'Screenshot', es: 'x', pt: 'x', de: 'Bildschirm' } },
    },
    quality: { label: { en: 'Quality', es: 'x', pt: 'x', de: 'Qualität' } },
    kb: { label: 'Größe', unit: 'kB' },
    psnr: { label: 'PSNR', unit: 'dB', digits: 1 },
  },
  rows: [
    { picture: 'photo', quality: 70, kb: 1873.8, psnr: 38.2 },
    { picture: 'photo', quality: 85, kb: 2454.3, psnr: null },
    { picture: 'photo', quality: 92, kb: 3193.2, psnr: 39.65 },
    { picture: 'screen', quality: 70, kb: 301.7, psnr: 37.42 },
    { picture: 'screen', quality: 85, kb: 389.7, psnr: 41.4 },
  ],
};

const figure = (lines: string) =>
  renderFigure(lines, 'de', 'article.md', (name) => (name === 'quality' ? quality : undefined));

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
data: quality
kind: table
caption: Größe
label: quality
values: [kb, psnr]
where: { picture: photo, quality: [70, 85] }`),
    );
    expect(table[0]).toEqual(['Qualität', 'Größe (kB)', 'PSNR (dB)']);
    expect(table.slice(1)).toEqual([
      ['70', '1.874', '38,2'],
      ['85', '2.454', '–'],
    ]);
  });

  test('sets groups side by side with `by`', () => {
    const html = figure(`
data: quality
kind: lines
caption: Größe
label: quality
values: [kb]
by: picture
where: { picture: [photo, screen] }`);
    expect(readTable(html)[0]).toEqual(['Qualität', 'Foto', 'Bildschirm']);
    expect(html.match(/<polyline class="line s2"/g)).not.toBeNull();
    expect(html).not.toContain('line s3');
    expect(html).toContain('>Größe (kB)</text>');
  });

  test('that names a file, column or row which is not there stops the build', () => {
    const block = (changes: string) => `data: quality
kind: table
caption: Größe
label: quality
values: [kb]
${changes}`;
    expect(() => figure(block('where: { picture: cat }'))).toThrow('no row');
    expect(() => figure(block('').replace('[kb]', '[weight]'))).toThrow('no column weight');
    expect(() => figure(block('').replace('quality', 'missing'))).toThrow('does not exist');
  });
});
