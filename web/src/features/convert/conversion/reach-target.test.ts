import type { ConvertOptions, ConvertResult, Note } from '@stillpix/engine';
import { expect, it } from 'vitest';
import { reachTarget } from './reach-target.ts';

const file = new File(['x'], 'a.heic');

/** An engine that says these of every result. */
function createEngine(notes: Note[]) {
  const asked: ConvertOptions[] = [];
  const convert = async (_: File, options: ConvertOptions) => {
    asked.push(options);
    return { width: 400, height: 300, notes } as unknown as ConvertResult;
  };
  return { asked, convert };
}

it('asks for nothing more where no size is asked for', async () => {
  const { asked, convert } = createEngine([]);
  await reachTarget(convert, file, { quality: 80 }, {});
  expect(asked).toEqual([{ quality: 80 }]);
});

it('lets a picture get smaller for its size in bytes, and takes that for what the card says', async () => {
  const { asked, convert } = createEngine(['tone-mapped', 'fewer-pixels']);
  const result = await reachTarget(convert, file, { targetBytes: 200_000 }, {});
  expect(asked).toEqual([{ targetBytes: 200_000, fewerPixels: true }]);
  expect(result).toMatchObject({ shrunk: true, notes: ['tone-mapped'] });
});

it('says of a picture that is as large as before, or that nothing helped, what the engine says', async () => {
  const { convert } = createEngine(['target-not-reached']);
  const result = await reachTarget(convert, file, { targetBytes: 10 }, {});
  expect(result.notes).toEqual(['target-not-reached']);
  expect(result.shrunk).toBeUndefined();
});
