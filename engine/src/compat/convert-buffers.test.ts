import { expect, test } from 'vitest';
import { fixture } from '../../testing/pictures.ts';
import { convert, inspect } from '../index.ts';
import { makeHeicConvert } from './convert-buffers.ts';

test('converts pictures again after the first attempt has failed, and only once when it has not', async () => {
  let attempts = 0;
  const heicConvert = makeHeicConvert({
    inspect,
    async convert(...job) {
      attempts += 1;
      if (attempts === 1) throw new Error('the worker is gone');
      return convert(...job);
    },
  });
  const buffer = await fixture('two.heic');
  const pictures = await heicConvert.all({ buffer, format: 'JPEG' });
  await expect(pictures[0]!.convert()).rejects.toThrow('the worker is gone');
  const converted = await Promise.all(pictures.map((picture) => picture.convert()));
  expect(converted.map(({ length }) => length > 0)).toEqual([true, true]);
  expect(attempts).toBe(2);
});
