import { expect, test } from 'vitest';
import { tokensOf, tokensResult } from '../../../testing/strip-results.ts';
import { EngineError } from '../../errors.ts';
import type { StripPart } from '../../strips/parts.ts';
import { runShared } from './share-strip.ts';
import type { StripResult } from '../../strips/tasks/result.ts';

function part(index: number, rows: number): StripPart {
  return { index, task: { rows } as StripPart['task'], planes: {} as StripPart['planes'] };
}

const resultOf = (byte: number): StripResult => tokensResult(Uint8Array.of(byte));

test('joins the parts from the top, in whatever order they come and end', async () => {
  const seen: number[] = [];
  const ends: (() => void)[] = [];
  const shared = runShared(
    200,
    async (onPart, onProgress) => {
      for (const index of [1, 2, 0]) onPart(part(index, [100, 60, 40][index]!));
      onProgress(0.75);
      ends[2]!();
      ends[0]!();
      return { kind: 'kept', parts: [] };
    },
    ({ index }) => new Promise((resolve) => (ends[index] = () => resolve(resultOf(index)))),
    (fraction) => void seen.push(fraction),
  );
  await new Promise((resolve) => setTimeout(resolve));
  ends[1]!();
  expect(tokensOf(await shared)).toEqual([0, 1, 2].map((byte) => Uint8Array.of(byte)));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBeCloseTo(1);
});

test('puts what a worker has kept of a strip where it belongs', async () => {
  const made = await runShared(
    200,
    async (onPart) => {
      for (const index of [1, 3]) onPart(part(index, 50));
      const kept = [2, 0].map((index) => ({ index, result: resultOf(index) }));
      return { kind: 'kept', parts: kept };
    },
    ({ index }) => Promise.resolve(resultOf(index)),
    () => {},
  );
  expect(tokensOf(made)).toEqual([0, 1, 2, 3].map((byte) => Uint8Array.of(byte)));
});

test('is what one worker makes when that shares nothing', async () => {
  const whole = async () => tokensResult(Uint8Array.of(7), Uint8Array.of(8));
  const made = await runShared(
    200,
    whole,
    () => Promise.reject(new Error()),
    () => {},
  );
  expect(tokensOf(made)).toEqual([Uint8Array.of(7), Uint8Array.of(8)]);
});

test('fails with the first part that fails, while the rest is being decoded', async () => {
  const broken = new EngineError('worker-crashed', 'gone');
  const shared = runShared(
    200,
    (onPart) => {
      onPart(part(0, 100));
      return new Promise(() => {});
    },
    () => Promise.reject(broken),
    () => {},
  );
  await expect(shared).rejects.toBe(broken);
});

test('fails with its decoder, while parts are being encoded', async () => {
  const broken = new EngineError('corrupt-file', 'a broken slice');
  const shared = runShared(
    200,
    (onPart) => {
      onPart(part(0, 100));
      return Promise.reject(broken);
    },
    () => new Promise(() => {}),
    () => {},
  );
  await expect(shared).rejects.toBe(broken);
});
