import { describe, expect, it } from 'vitest';
import { fixture } from '../testing/pictures.ts';
import { convert, createPool, EngineError, inspect } from './index.ts';

describe('the public face, in Node', () => {
  it('converts and inspects without a pool of the caller', async () => {
    const file = new File([await fixture('grid.heic')], 'holiday.jpg');
    expect(await inspect(file)).toMatchObject({ format: 'heic', nameMatches: false });
    const result = await convert(file, { format: 'webp' });
    expect(result).toMatchObject({ format: 'webp', notes: ['name-does-not-match-content'] });
    expect(result.blob.type).toBe('image/webp');
  });

  it('tells progress that only grows and ends at 1', async () => {
    const seen: number[] = [];
    const pool = createPool();
    await pool.convert(
      new Blob([await fixture('located.jpg')]),
      {},
      { onProgress: (fraction) => seen.push(fraction) },
    );
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('rejects with an EngineError whatever it is given', async () => {
    const pool = createPool();
    const wrong = [null, undefined, 'photo.heic', new Uint8Array(4)] as unknown as Blob[];
    for (const input of wrong) {
      for (const run of [pool.convert(input), pool.inspect(input)]) {
        const error: unknown = await run.then(
          () => null,
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(EngineError);
        expect(error).toMatchObject({ code: 'invalid-options' });
      }
    }
  });

  it('settles everything that is pending when it is destroyed', async () => {
    const pool = createPool();
    const photo = new Blob([await fixture('grid.heic')]);
    const runs = [pool.convert(photo), pool.convert(photo)];
    pool.destroy();
    for (const run of runs) await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    await expect(pool.convert(photo)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('does not start what was cancelled before', async () => {
    const photo = new Blob([await fixture('grid.heic')]);
    const run = createPool().convert(photo, {}, { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  });
});
