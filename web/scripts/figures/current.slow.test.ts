import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kilobytes } from './columns.ts';
import { drawGradient, drawLines } from './drawings.ts';
import { encode } from './encode.ts';
import { toPng } from './picture.ts';

interface QualityRow {
  picture: string;
  quality: number;
  kb: number;
}

function readRows(name: string): QualityRow[] {
  const path = join(import.meta.dirname, '../../content/data', `${name}.json`);
  return (JSON.parse(readFileSync(path, 'utf8')) as { rows: QualityRow[] }).rows;
}

// Whoever changes an encoder measures again (`npm run figures`), and looks at what articles say of it.
test.each(['jpeg', 'webp'] as const)(
  'the figures that articles show of %s are those of the encoder there is',
  async (format) => {
    const rows = readRows(`${format}-quality`);
    for (const [picture, pixels] of [
      ['lineart', drawLines()],
      ['gradient', drawGradient()],
    ] as const) {
      const file = await toPng(pixels);
      for (const quality of [70, 92]) {
        const shown = rows.find((row) => row.picture === picture && row.quality === quality);
        const { length } = await encode(file, { format, quality });
        expect({ picture, quality, kb: kilobytes(length) }).toEqual({
          picture,
          quality,
          kb: shown?.kb,
        });
      }
    }
  },
);
