import { expect, test } from 'vitest';
import { mutate } from '../../testing/mutate.ts';
import { fixture } from '../../testing/pictures.ts';
import { EngineError } from '../errors.ts';
import type { ConvertResult } from '../options.ts';
import { createLocalPool } from './local-pool.ts';

const pool = createLocalPool();

test('refuses a damaged file unless asked for what can be read of it', async () => {
  const photo = await fixture('grid.heic');
  const file = new Blob([photo.subarray(0, -100)]);
  await expect(pool.convert(file)).rejects.toMatchObject({ code: 'corrupt-file' });
  const { width, height, notes, missing } = await pool.convert(file, { salvage: true });
  expect({ width, height, notes }).toEqual({ width: 200, height: 150, notes: ['partly-missing'] });
  expect(missing).toBeGreaterThan(0);
  const whole = await pool.convert(new Blob([photo]), { salvage: true });
  expect(whole).toMatchObject({ notes: [] });
  expect(whole).not.toHaveProperty('missing');
});

test('reports a fault of its own as such, and does not salvage', async () => {
  const file = new Blob([await fixture('grid.heic')]);
  let reads = 0;
  const fail = () => {
    reads++;
    throw new TypeError('slice is not a function');
  };
  Object.assign(file, { slice: fail, arrayBuffer: fail });
  await expect(pool.convert(file, { salvage: true })).rejects.toMatchObject({
    code: 'internal-error',
    message: 'slice is not a function',
  });
  expect(reads).toBe(1);
});

test('salvages under a limit of bytes, turned, cut and made smaller', async () => {
  const file = new Blob([(await fixture('grid.heic')).subarray(0, -100)]);
  const { width, height, blob, notes } = await pool.convert(file, {
    salvage: true,
    rotate: 90,
    crop: { x: 0, y: 0, width: 150, height: 200 },
    resize: { width: 75 },
    targetBytes: 2500,
  });
  expect({ width, height }).toEqual({ width: 75, height: 100 });
  expect(blob.size).toBeLessThanOrEqual(2500);
  expect(notes).toEqual(['partly-missing']);
});

test.each(['grid.heic', 'alpha.heic', 'deep-10-bit.heic', 'gain-map.jpg', 'located.jpg'])(
  'ends in a picture or an error of ours, whatever is damaged: %s',
  async (name) => {
    const bytes = await fixture(name);
    let salvaged = 0;
    for (let seed = 0; seed < 60; seed++) {
      const file = new Blob([mutate(bytes, seed) as Uint8Array<ArrayBuffer>]);
      const end = await pool.convert(file, { salvage: true }).catch((error: unknown) => error);
      if (end instanceof EngineError && end.code !== 'internal-error') continue;
      const { notes, missing = 0 } = end as ConvertResult;
      expect(missing > 0 && missing <= 1, `seed ${seed}`).toBe(notes.includes('partly-missing'));
      salvaged++;
    }
    expect(salvaged).toBeGreaterThan(0);
  },
);
