import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '../pages/language.ts';

const content = join(import.meta.dirname, '../../../content');

interface Row {
  picture?: string;
  format?: string;
  output?: string;
  width?: number;
  megapixels?: number;
  milliseconds?: number;
  file?: string;
  kb?: number;
}

function readRows(name: string): Row[] {
  return JSON.parse(readFileSync(join(content, 'data', `${name}.json`), 'utf8')).rows;
}

const formats = readRows('formats');
const sizeOf = (picture: string, format: string) =>
  formats.find((row) => row.picture === picture && row.format === format)?.kb ?? Number.NaN;
const heic = readRows('heic-jpg').find(({ file }) => file === 'heic')?.kb ?? Number.NaN;
const resized = (width: number) =>
  readRows('resize').find((row) => row.picture === 'photo' && row.width === width)?.kb ??
  Number.NaN;
const longest = Math.max(
  ...readRows('speed')
    .filter(
      ({ format, output, megapixels }) =>
        format === 'heic' && output === 'jpg' && megapixels === 12,
    )
    .map(({ milliseconds }) => milliseconds ?? Number.NaN),
);

/** Round figures stated on pages, and whether measurements (`npm run figures`) confirm them. */
const figures: { page: string; says: RegExp; holds: () => boolean }[] = [
  {
    page: 'heic-to-jpg',
    says: /under a second|menos de un segundo|menos de um segundo|unter einer Sekunde/,
    holds: () => longest < 1000,
  },
  {
    page: 'heic-to-png',
    says: /several times|varias veces|várias vezes|ein Mehrfaches/,
    holds: () => sizeOf('photo', 'png') > 3 * heic,
  },
  {
    page: 'heic-to-png',
    says: /10 (?:to|a|bis) 25 MB/,
    holds: () => sizeOf('photo', 'png') > 10_000 && sizeOf('photo', 'png') < 25_000,
  },
  {
    page: 'png-to-jpg',
    says: /a fifth or less|una quinta parte|um quinto|ein Fünftel/,
    holds: () => sizeOf('photo', 'jpg-92') < sizeOf('photo', 'png') / 5,
  },
  {
    page: 'png-to-jpg',
    says: /or even grow|incluso crece|até cresce|wächst sogar/,
    holds: () => sizeOf('lineart', 'jpg-92') > sizeOf('lineart', 'png'),
  },
  {
    page: 'tool-png-to-jpg',
    says: /less than a tenth|menos de una décima parte|menos de um décimo|weniger als ein Zehntel/,
    holds: () => sizeOf('photo', 'jpg-85') < sizeOf('photo', 'png') / 10,
  },
  {
    page: 'tool-png-to-jpg',
    says: /even grow|hasta puede crecer|até crescer|sogar wachsen/,
    holds: () => sizeOf('screenshot', 'jpg-85') > sizeOf('screenshot', 'png'),
  },
  {
    page: 'jpg-to-webp',
    says: /graphics shrink a lot|gráficos, mucho|gráficos, muito|Grafiken viel/,
    holds: () =>
      ['screenshot', 'lineart'].every(
        (picture) => sizeOf(picture, 'webp-85') < 0.6 * sizeOf(picture, 'jpg-85'),
      ),
  },
  {
    page: 'jpg-compress',
    says: /a third|un tercio|um terço|ein Drittel/,
    holds: () => Math.abs(resized(1920) / resized(4032) - 1 / 3) < 0.05,
  },
  {
    page: 'heic-to-jpg-no-upload',
    says: /200 MB/,
    holds: () => Math.abs((heic * 100) / 1000 - 200) < 20,
  },
  {
    page: 'heic-to-jpg-no-upload',
    says: /40 MB/,
    holds: () => Math.abs((heic * 20) / 1000 - 40) < 4 && sizeOf('photo', 'jpg-92') > 0.9 * heic,
  },
];

const said = figures.map((figure) => ({
  ...figure,
  languages: languages.filter((language) =>
    figure.says.test(readFileSync(join(content, 'pages', language, `${figure.page}.md`), 'utf8')),
  ),
}));

test.each(said)('$page says no more than was measured: $says', ({ languages: found, holds }) => {
  // English always has it; a translation may leave a figure out.
  expect(found).toContain('en');
  expect(holds()).toBe(true);
});
