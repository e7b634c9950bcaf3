import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpusFolder } from '../bench/harness.ts';
import { runPipeline, startPipeline } from '../src/convert/pipeline.ts';
import type { ConvertOptions } from '../src/index.ts';
import { createLocalPool } from '../src/run/local-pool.ts';
import { psnrOf, readPixels } from '../testing/pictures.ts';

const folder = join(corpusFolder, 'jpeg');
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.jpe?g$/i.test(name))
  : [];
const pool = createLocalPool();

/** Decibels that the two ways may differ by at most: the slow one rounds to RGB, and both are coded. */
const cases: [options: ConvertOptions, least: number][] = [
  [{}, 40],
  [{ resize: { width: 640, height: 640 } }, 38],
];

it.skipIf(files.length === 0).each(cases)(
  'JPEGs of cameras become by their planes what they become as pixels: %j',
  async (options, least) => {
    const likeness: Record<string, number> = {};
    for (const name of files) {
      const file = new Blob([readFileSync(join(folder, name))]);
      const begun = await startPipeline(file, name, options, {});
      if (begun.kind !== 'planned') continue;
      const fast = await pool.convert(file, { name, ...options });
      const slow = await runPipeline(file, name, options);
      likeness[name] = psnrOf(await readPixels(fast.blob), await readPixels(slow.blob));
    }
    const worst = Math.min(...Object.values(likeness));
    expect(Object.keys(likeness).length).toBeGreaterThan(5);
    expect([worst >= least, likeness]).toEqual([true, likeness]);
  },
  120_000,
);
