import { afterEach, describe, expect, test, vi } from 'vitest';
import { offerVideoDecoder, type Behavior, type Offer } from '../../testing/fake-video-decoder.ts';
import { bytesOfBlob, fixture } from '../../testing/pictures.ts';
import type { JobOptions } from '../options.ts';
import type { Pool } from '../run/pool.ts';
import type { Trust } from '../tiles/trust.ts';

interface Engine {
  /** The result's bytes. */
  convert: (name: string, job?: JobOptions) => Promise<Uint8Array>;
  heard: [string, Trust][];
}

/** The engine, knowing nothing about this browser. */
async function freshEngine(): Promise<Engine> {
  vi.resetModules();
  const { createPool } = await import('../index.ts');
  const { onTrust } = await import('../tiles/trust.ts');
  const heard: [string, Trust][] = [];
  onTrust((codec, value) => heard.push([codec, value]));
  const pool: Pool = createPool();
  return {
    heard,
    async convert(name, job) {
      return bytesOfBlob((await pool.convert(new Blob([await fixture(name)]), {}, job)).blob);
    },
  };
}

/** A fixture converted by software decoders alone. */
async function convertedInSoftware(name: string): Promise<Uint8Array> {
  vi.stubGlobal('VideoDecoder', undefined);
  const { convert } = await freshEngine();
  const bytes = await convert(name);
  vi.unstubAllGlobals();
  return bytes;
}

const codec: unknown = expect.stringMatching(/^hvc1\.1\.6\./);
/** Longer than any machine takes; the wait ends as soon as the condition holds. */
const patience = { timeout: 15_000 };

const trusted = [codec, 'trusted'];
const distrusted = [codec, 'distrusted'];

function openFrames({ frames }: Offer): number {
  return frames.filter(({ closed }) => !closed).length;
}

/** Converts one file, and waits until the decoder is accepted or rejected. */
async function tryOn(name: string, behavior: Behavior): Promise<{ engine: Engine; offer: Offer }> {
  const expected = await convertedInSoftware(name);
  const offer = await offerVideoDecoder(behavior);
  const engine = await freshEngine();
  // Whatever the decoder does, the file is converted correctly.
  expect(await engine.convert(name)).toEqual(expected);
  await vi.waitFor(() => expect(engine.heard).toHaveLength(1), patience);
  return { engine, offer };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a video decoder that the browser offers', () => {
  test('and that stays silent holds nothing up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const offer = await offerVideoDecoder({ silentFrom: 0 });
    const { convert, heard } = await freshEngine();
    // Time is frozen, so waiting for the decoder's time limit never ends.
    const first = await convert('grid.heic');
    expect(first.length).toBeGreaterThan(1000);
    expect(offer.decoders).toHaveLength(1);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(3200);
    vi.useRealTimers();
    await vi.waitFor(() => expect(heard).toEqual([distrusted]), patience);
    expect(await convert('grid.heic')).toEqual(first);
    expect(offer.decoders.map(({ state }) => state)).toEqual(['closed']);
  });

  const wrong: [what: string, behavior: Behavior][] = [
    ['fails', { failsAt: 0 }],
    ['gives another size', { change: (planes) => ({ ...planes, width: planes.width - 2 }) }],
    [
      'gives one wrong sample',
      {
        change(planes) {
          planes.planes[2]![1000]! ^= 1;
          return planes;
        },
      },
    ],
    ['gives frames that cannot be read', { format: null }],
    ['gives the samples with more bits', { format: 'I420P10' }],
  ];

  test.each(wrong)(
    'and that %s is found out on one tile and not asked again',
    async (_, behavior) => {
      const { engine, offer } = await tryOn('grid.heic', behavior);
      expect(engine.heard).toEqual([distrusted]);
      expect(await engine.convert('grid.heic')).toEqual(await engine.convert('grid.heic'));
      expect(offer.decoders.map(({ state }) => state)).toEqual(['closed']);
      expect(openFrames(offer)).toBe(0);
    },
  );

  const right: [how: string, behavior: Behavior][] = [
    ['in planes', {}],
    ['in planes with padding', { padding: 24 }],
    ['in pairs of Cb and Cr', { format: 'NV12' }],
    ['in pairs of Cb and Cr with padding', { format: 'NV12', padding: 10 }],
    ['and a second frame for each tile', { copies: 2 }],
    ['with room for one frame at a time', { maxOpen: 1 }],
    ['once it is flushed', { untilFlush: true }],
  ];

  test.each(right)(
    'and that gives the right samples decodes from then on: %s',
    async (_, behavior) => {
      const { engine, offer } = await tryOn('grid.heic', behavior);
      expect(engine.heard).toEqual([trusted]);
      const tried = offer.frames.length;
      for (const name of ['grid.heic', 'grid-rotated.heic', 'phone-p3.heic']) {
        expect(await engine.convert(name)).toEqual(await convertedBySoftwareBeside(name));
      }
      // Tiles of 4, 4 and 1, in one decoder more than the tested one.
      expect(offer.frames.length - tried).toBe(9 * (behavior.copies ?? 1));
      expect(offer.decoders).toHaveLength(2);
      expect(openFrames(offer)).toBe(0);
      expect(engine.heard).toHaveLength(1);
    },
  );
});

test('a decoder that had to be flushed for a single picture is not waited for again', async () => {
  await offerVideoDecoder({ untilFlush: true });
  const engine = await freshEngine();
  await engine.convert('phone-p3.heic');
  await vi.waitFor(() => expect(engine.heard).toEqual([trusted]), patience);
  const first = await engine.convert('phone-p3.heic');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Time is frozen.
  expect(await engine.convert('phone-p3.heic')).toEqual(first);
});

/** A fixture converted by software decoders, without affecting the engine under test. */
async function convertedBySoftwareBeside(name: string): Promise<Uint8Array> {
  const offered = { VideoDecoder: globalThis.VideoDecoder, EncodedVideoChunk };
  const bytes = await convertedInSoftware(name);
  for (const [key, value] of Object.entries(offered)) vi.stubGlobal(key, value);
  return bytes;
}

describe('a video decoder that is trusted', () => {
  const late: [what: string, behavior: Behavior][] = [
    ['fails at the fourth tile', { failsAt: 3 }],
    [
      'gives another size at the third tile',
      { change: (planes, index) => (index === 2 ? { ...planes, height: 16 } : planes) },
    ],
    ['gives frames that cannot be read', { format: null }],
  ];

  test.each(late)('and then %s is replaced by software, for good', async (_, behavior) => {
    const { engine, offer } = await tryOn('grid.heic', {});
    const expected = await engine.convert('grid.heic');
    offer.behave(behavior);
    expect(await engine.convert('grid.heic')).toEqual(expected);
    expect(engine.heard).toEqual([trusted, distrusted]);
    offer.behave({});
    const asked = offer.frames.length;
    expect(await engine.convert('grid.heic')).toEqual(expected);
    expect(offer.frames).toHaveLength(asked);
    await vi.waitFor(() => expect(openFrames(offer)).toBe(0), patience);
    expect(offer.decoders.every(({ state }) => state === 'closed')).toBe(true);
  });

  test('and then stays silent is given up after its time', async () => {
    const { engine, offer } = await tryOn('grid.heic', {});
    const expected = await engine.convert('grid.heic');
    offer.behave({ silentFrom: 1 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const run = engine.convert('grid.heic');
    while (engine.heard.length < 2) {
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await run).toEqual(expected);
    expect(engine.heard).toEqual([trusted, distrusted]);
    expect(openFrames(offer)).toBe(0);
  });

  test('may give its frames in another order', async () => {
    const { engine, offer } = await tryOn('grid.heic', {});
    const expected = await engine.convert('grid.heic');
    offer.behave({ reversedBy: 2 });
    expect(await engine.convert('grid.heic')).toEqual(expected);
    expect(engine.heard).toEqual([trusted]);
    expect(openFrames(offer)).toBe(0);
  });

  test('is replaced by another one when the browser has taken it back', async () => {
    const { engine, offer } = await tryOn('grid.heic', {});
    const expected = await engine.convert('grid.heic');
    expect(offer.decoders).toHaveLength(2);
    offer.decoders.at(-1)!.lose();
    expect(await engine.convert('grid.heic')).toEqual(expected);
    expect(engine.heard).toEqual([trusted]);
    expect(offer.decoders).toHaveLength(3);
  });

  test('is asked for no further strip of a conversion that is canceled', async () => {
    const { engine, offer } = await tryOn('grid.heic', {});
    const expected = await engine.convert('grid.heic');
    const asked = offer.frames.length;
    const stop = new AbortController();
    // Planning reports progress, too.
    const onProgress = (fraction: number) => void (fraction > 0.1 && stop.abort());
    const job = { signal: stop.signal, onProgress };
    await expect(engine.convert('grid.heic', job)).rejects.toMatchObject({ code: 'canceled' });
    expect(await engine.convert('grid.heic')).toEqual(expected);
    // A strip of 2 tiles, and all 4 for the conversion that was not canceled.
    expect(offer.frames.length - asked).toBe(6);
  });

  test('is not blamed for a file that nobody can decode', async () => {
    const { engine } = await tryOn('grid.heic', {});
    const broken = await fixture('grid.heic');
    // In the tiles' data.
    broken.fill(0, broken.length - 600, broken.length - 300);
    const { createPool } = await import('../index.ts');
    const run = createPool().convert(new Blob([broken]));
    await expect(run).rejects.toMatchObject({ code: 'corrupt-file' });
    expect(engine.heard).toEqual([trusted]);
  });
});
