import { expect, test } from 'vitest';
import { doOnce } from './setup-lock.mjs';

// The names that locks are held by go away with their process only there.
const hasLocks = process.platform === 'linux' || process.platform === 'win32';

test.skipIf(!hasLocks)(
  'of several that want the same work one does it, and the others wait',
  async () => {
    let done = 0;
    let working = false;
    const work = async () => {
      expect(working).toBe(false);
      working = true;
      await new Promise((resolve) => setTimeout(resolve, 50));
      working = false;
      done += 1;
    };
    const folder = import.meta.dirname;
    await Promise.all([1, 2, 3].map(() => doOnce(folder, () => done > 0, work)));
    expect(done).toBe(1);
  },
);

test('work that failed is left to the next who wants it', async () => {
  const folder = import.meta.dirname;
  const fail = () => Promise.reject(new Error('no network'));
  await expect(doOnce(folder, () => false, fail)).rejects.toThrow('no network');
  let done = false;
  await doOnce(
    folder,
    () => done,
    async () => {
      done = true;
    },
  );
  expect(done).toBe(true);
});
