import { expect, test } from 'vitest';
import { createSerial } from './serial.ts';

test('starts work when the work before has ended', async () => {
  const serial = createSerial();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} starts`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([serial.run(work('a')), serial.run(work('b'))])).toEqual(['a', 'b']);
  expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

test('goes on after work that failed, and says to its caller that it did', async () => {
  const serial = createSerial();
  const failing = serial.run(() => Promise.reject(new Error('broken')));
  const next = serial.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
  await expect(serial.whenDone()).resolves.toBeUndefined();
});
