import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { fixture } from '../../testing/pictures.ts';
import { convert, createPool, EngineError, inspect } from '../index.ts';

describe('the public face, in Node', () => {
  test('converts and inspects without a pool of the caller', async () => {
    const file = new File([await fixture('grid.heic')], 'holiday.jpg');
    expect(await inspect(file)).toMatchObject({ format: 'heic', nameMatches: false });
    const result = await convert(file, { format: 'webp' });
    expect(result).toMatchObject({ format: 'webp', notes: ['name-does-not-match-content'] });
    expect(result.blob.type).toBe('image/webp');
  });

  test('keeps to a size in bytes that is asked for', async () => {
    const photo = new Blob([await fixture('grid.heic')]);
    const targetBytes = Math.floor((await convert(photo)).blob.size * 0.6);
    const { blob, notes } = await convert(photo, { targetBytes });
    expect(notes).toEqual([]);
    expect(blob.size).toBeLessThanOrEqual(targetBytes);
  });

  test('tells progress that only grows and ends at 1', async () => {
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

  test('rejects with an EngineError whatever it is given', async () => {
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

  test('settles everything that is pending when it is destroyed', async () => {
    const pool = createPool();
    const photo = new Blob([await fixture('grid.heic')]);
    const runs = [pool.convert(photo), pool.convert(photo)];
    pool.destroy();
    for (const run of runs) await expect(run).rejects.toMatchObject({ code: 'canceled' });
    await expect(pool.convert(photo)).rejects.toMatchObject({ code: 'canceled' });
  });

  test('keeps the pictures of several pools apart', async () => {
    const names = ['grid.heic', 'grid-rotated.heic', 'rotated.heic', 'phone-p3.heic'];
    const photos = await Promise.all(names.map(async (name) => new Blob([await fixture(name)])));
    const bytesOf = async (photo: Blob): Promise<Buffer> =>
      Buffer.from(await (await createPool().convert(photo)).blob.arrayBuffer());
    const together = await Promise.all(photos.map(bytesOf));
    for (const [index, photo] of photos.entries()) {
      expect(together[index]!.equals(await bytesOf(photo))).toBe(true);
    }
  });

  test('does not start what was canceled before', async () => {
    const photo = new Blob([await fixture('grid.heic')]);
    const run = createPool().convert(photo, {}, { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
  });

  test('ends a conversion at once that is canceled in the middle, and does the next', async () => {
    const photo = new Blob([await fixture('grid.heic')]);
    const pool = createPool();
    const seen: number[] = [];
    const stop = new AbortController();
    const run = pool.convert(
      photo,
      {},
      {
        signal: stop.signal,
        onProgress(fraction) {
          seen.push(fraction);
          stop.abort();
        },
      },
    );
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect((await pool.convert(photo)).width).toBe(200);
    expect(seen).toHaveLength(1);
  });

  test('ends what is canceled while it waits for its turn without waiting', async () => {
    const photo = new Blob([await fixture('grid.heic')]);
    const pool = createPool();
    await pool.inspect(photo);
    const order: string[] = [];
    const stop = new AbortController();
    // In the middle of the first job.
    const onProgress = () => stop.abort();
    const first = pool.convert(photo, {}, { onProgress }).then(() => order.push('first'));
    const second = pool
      .convert(photo, {}, { signal: stop.signal })
      .catch(() => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toEqual(['second', 'first']);
  });

  test('settles every call, whatever is canceled, broken or destroyed meanwhile', async () => {
    const names = ['grid.heic', 'alpha.heic', 'drawing.png', 'located.jpg', 'two.heic'];
    const files = await Promise.all(names.map(async (name) => new Blob([await fixture(name)])));
    files.push(new Blob([]), new Blob([(await fixture('grid.heic')).slice(0, 3000)]));
    for (let seed = 1; seed <= 6; seed++) {
      const random = seededRandom(seed);
      const pool = createPool();
      const late: number[] = [];
      const runs = Array.from({ length: 12 }, async (_, index) => {
        const file = files[Math.floor(random() * files.length)]!;
        const stop = new AbortController();
        if (random() < 0.6) setTimeout(() => stop.abort(), random() * 120);
        let settled = false;
        const onProgress = () => void (settled && late.push(index));
        const { signal } = stop;
        const call = [
          () => pool.convert(file, {}, { signal, onProgress }),
          () => pool.inspect(file, {}, { signal }),
          () => pool.thumbnail(file, { signal }),
        ][random() < 0.7 ? 0 : random() < 0.5 ? 1 : 2]!;
        const outcome: unknown = await call().catch((error: unknown) => error);
        settled = true;
        return outcome instanceof Error && !(outcome instanceof EngineError);
      });
      if (seed % 2 === 0) setTimeout(() => pool.destroy(), 100);
      expect(await Promise.all(runs)).not.toContain(true);
      await pool.inspect(files[0]!).catch(() => {});
      expect(late).toEqual([]);
    }
  });
});
