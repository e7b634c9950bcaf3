/** What is made in a faster way is what the slowest one makes: decoded, sized and colored as RGB, in one piece. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { corpusFolder } from '../testing/folders.ts';
import { convertHere } from '../src/convert/convert-here.ts';
import { prepareJob } from '../src/convert/prepare-job.ts';
import { EngineError } from '../src/errors.ts';
import type { ConvertOptions, ConvertResult } from '../src/options.ts';
import { createLocalPool } from '../src/run/local-pool.ts';
import { psnrOf, readPixels } from '../testing/pictures.ts';

const pool = createLocalPool();

/** Each is encoded on its own, so that what encoding loses is part of what they differ by. */
const quality = 97;

/** Decibels of PSNR between the two at least: of the hardest picture, with some room. */
const cases: Record<string, { options: ConvertOptions; least: number }> = {
  'as it is': { options: {}, least: 42 },
  'to 640 pixels': { options: { resize: { width: 640, height: 640 } }, least: 36 },
  'turned and cropped': {
    options: { rotate: 90, crop: { x: 3, y: 5, width: 60, height: 40 } },
    least: 39,
  },
  'to sRGB': { options: { color: 'srgb' }, least: 42 },
  'to PNG': { options: { format: 'png' }, least: 99 },
  // From 90 on strips keep the color's resolution at a lower quality, and the other way does not: their bytes
  // differ, and where just one of them gets below the limit they rightly tell otherwise. At 75 kB none does.
  'to 75 kB': {
    options: { quality: 90, metadata: 'strip', targetBytes: 75_000 },
    least: 36,
  },
};

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const folders = existsSync(corpusFolder)
  ? ['phone', 'gainmap', 'derived', 'matrix', 'jpeg', 'conformance', 'png'].map((name) =>
      join(corpusFolder, name),
    )
  : [fixtures];

function listFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(hei[cf]|jpe?g|png)$/i.test(name) && !name.includes('200mp'))
      .map((name) => join(folder, name)),
  );
}

/** `null` where there is no faster way, or nothing to convert. */
async function convertSlowly(
  file: Blob,
  name: string,
  options: ConvertOptions,
): Promise<ConvertResult | null> {
  try {
    const job = await prepareJob(file, name, options, {});
    const { plan } = job.pictures[0]!;
    if (plan.ways.length === 1) return null;
    plan.ways = ['raster'];
    return await convertHere(job, {});
  } catch (error) {
    // Damaged, or of a kind that nobody converts.
    if (error instanceof EngineError) return null;
    throw error;
  }
}

describe.each(Object.entries(cases))('%s', (_name, { options, least }) => {
  test('a faster way gives what the slowest one gives', async () => {
    const likeness: Record<string, number> = {};
    const toldOtherwise: string[] = [];
    for (const path of listFiles()) {
      const file = new Blob([readFileSync(path)]);
      const asked = { quality, ...options };
      const slow = await convertSlowly(file, path, asked);
      if (!slow) continue;
      const fast = await pool.convert(file, { name: path, ...asked });
      const name = path.split('/').slice(-2).join('/');
      likeness[name] = psnrOf(await readPixels(fast.blob), await readPixels(slow.blob));
      expect([name, fast.width, fast.height]).toEqual([name, slow.width, slow.height]);
      if (fast.notes.join() !== slow.notes.join()) toldOtherwise.push(name);
    }
    const different = Object.entries(likeness).filter(([, found]) => !(found >= least));
    expect(Object.keys(likeness).length).toBeGreaterThan(0);
    expect({ different, toldOtherwise }).toEqual({ different: [], toldOtherwise: [] });
  }, 300_000);
});
