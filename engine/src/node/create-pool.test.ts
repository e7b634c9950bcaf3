import { execFile } from 'node:child_process';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { bytesOfBlob, convertFixture, fixture } from '../../testing/pictures.ts';
import { createLocalPool } from '../run/local-pool.ts';
import type { PixelsToEncode } from '../samples/samples.ts';
import { createPool, EngineError, type NodeInput, type NodePool } from './index.ts';
import { requireNodeVersion } from './require-version.ts';

const path = fileURLToPath(new URL('../../fixtures/grid.heic', import.meta.url));
const face = new URL('index.ts', import.meta.url).href;
const pool = createPool({ workers: 2 });

afterAll(() => pool.destroy());

describe('a pool of threads', () => {
  test('takes paths, bytes, blobs and streams, and gives the same bytes for each', async () => {
    const bytes = await fixture('grid.heic');
    const inputs: NodeInput[] = [
      path,
      pathToFileURL(path),
      bytes,
      bytes.buffer,
      Buffer.from(bytes),
      new Blob([bytes]),
      new File([bytes], 'grid.heic'),
      createReadStream(path, { highWaterMark: 1000 }),
      new Blob([bytes]).stream(),
    ];
    const expected = await bytesOfBlob((await convertFixture('grid.heic')).blob);
    for (const input of inputs) {
      const { blob } = await pool.convert(input);
      expect(Buffer.compare(await bytesOfBlob(blob), expected)).toBe(0);
    }
  });

  test.each([
    ['threads', pool],
    ['this thread', createLocalPool() as unknown as NodePool],
  ])(
    'takes null for nothing that is asked, and refuses what is no color: in %s',
    async (_, any) => {
      const nothing = null as unknown as undefined;
      const photo = new Blob([await fixture('grid.heic')]);
      const pixels = { width: 2, height: 2, data: new Uint8Array(16) };
      const asked: Promise<unknown>[] = [
        any.convert(photo, nothing, nothing),
        any.inspect(photo, nothing, nothing),
        any.decode(photo, nothing, nothing),
        any.thumbnail(photo, nothing),
        any.movie(photo, nothing),
        any.metadata.read(photo, nothing),
        any.encodeJpeg(pixels, nothing, nothing),
      ];
      const settled = await Promise.allSettled(asked);
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
      for (const color of [5, 'abc', { icc: 'abc' }, { icc: [1, 2] }]) {
        const wrong = { ...pixels, color } as unknown as PixelsToEncode;
        await expect(any.encodeJpeg(wrong)).rejects.toMatchObject({ code: 'invalid-options' });
      }
    },
  );

  test.each([{}, 5, 'stop'])('refuses %j for a signal, and nothing fails unseen', async (wrong) => {
    const unseen: unknown[] = [];
    const listen = (error: unknown): void => void unseen.push(error);
    process.on('unhandledRejection', listen);
    try {
      const job = { signal: wrong as AbortSignal };
      for (const input of [
        path,
        await fixture('grid.heic'),
        new Blob([await fixture('grid.heic')]),
      ]) {
        const error = await pool.convert(input, {}, job).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(EngineError);
        expect(error).toMatchObject({ code: 'invalid-options' });
      }
      // What failed unseen has been reported by the time that more work is done.
      await pool.convert(path);
      expect(unseen).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });

  test('says that a file is not there, and what is no input', async () => {
    await expect(pool.convert('/nowhere/photo.heic')).rejects.toMatchObject({
      code: 'invalid-options',
      message: expect.stringContaining('/nowhere/photo.heic'),
    });
    for (const wrong of [null, undefined, 7, {}, new URL('https://example.com/a.heic')]) {
      await expect(pool.inspect(wrong as NodeInput)).rejects.toMatchObject({
        code: 'invalid-options',
      });
    }
    await expect(pool.convert(new Blob(['words']).stream())).rejects.toBeInstanceOf(EngineError);
  });

  test('knows the name of a path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stillpix-'));
    const misnamed = join(folder, 'holiday.jpg');
    try {
      await writeFile(misnamed, await fixture('grid.heic'));
      expect(await pool.inspect(misnamed)).toMatchObject({ format: 'heic', nameMatches: false });
      expect((await pool.convert(misnamed)).notes).toEqual(['name-does-not-match-content']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('cancels what runs and what waits, and goes on', async () => {
    const jobs = Array.from({ length: 6 }, () => new AbortController());
    const runs = jobs.map(({ signal }) => pool.convert(path, {}, { signal }));
    for (const job of jobs.slice(0, 5)) job.abort();
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 'rejected'),
      'fulfilled',
    ]);
    for (const outcome of outcomes.slice(0, 5))
      expect(outcome).toMatchObject({ reason: { code: 'canceled' } });
  });

  test('cancels what waits for a stream that gives nothing, and closes it', async () => {
    const silent = new Readable({ read() {} });
    for (const input of [silent, new ReadableStream<Uint8Array>()]) {
      const job = new AbortController();
      const run = pool.convert(input, {}, job);
      job.abort();
      await expect(run).rejects.toMatchObject({ code: 'canceled' });
    }
    expect(silent.destroyed).toBe(true);
  });

  test('settles everything that is pending when it is destroyed', async () => {
    const own = createPool({ workers: 1 });
    const runs = [own.convert(path), own.convert(path)];
    own.destroy();
    await Promise.all(runs.map((run) => expect(run).rejects.toMatchObject({ code: 'canceled' })));
  });

  test('reads Blobs that lie in files, whose bytes Node gives to no other thread', async () => {
    // Where a thread reads such a Blob all the same, it takes the whole process with it.
    const program = `
      import { openAsBlob } from 'node:fs';
      import { convert, createPool } from ${JSON.stringify(face)};
      const bare = await openAsBlob(${JSON.stringify(path)});
      const named = new File([bare], 'holiday.jpg');
      const pool = createPool({ workers: 1 });
      const told = [];
      for (const blob of [bare, named, new Blob([bare]), bare.slice(0, bare.size)]) {
        told.push((await convert(blob)).notes.join());
        await pool.movie(blob);
        await pool.thumbnail(blob);
        await pool.decode(blob);
        await pool.metadata.read(blob);
        const { blob: jpeg } = await pool.convert(blob, { video: 'beside', liveMovie: blob }).catch(
          ({ message }) => (told.push(message), pool.convert(blob)),
        );
        await pool.metadata.copy(blob, jpeg);
        await pool.metadata.strip(blob).catch(({ code }) => told.push(code));
        told.push((await pool.inspect(blob, { liveMovie: blob })).nameMatches);
      }
      console.log(JSON.stringify(told));`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 50_000 });
    const each = (notes: string, nameMatches: boolean) => [
      ...[notes, 'liveMovie is no MOV or MP4 file', 'unsupported-feature', nameMatches],
    ];
    expect(JSON.parse(stdout)).toEqual([
      ...each('', true),
      ...each('name-does-not-match-content', false),
      ...each('', true),
      ...each('', true),
    ]);
  });

  test('says of a Blob whose file has changed that it cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stillpix-'));
    const copy = join(folder, 'a.heic');
    try {
      await writeFile(copy, await fixture('grid.heic'));
      const blob = await openAsBlob(copy);
      await writeFile(copy, 'words');
      await expect(pool.inspect(blob)).rejects.toMatchObject({
        code: 'invalid-options',
        message: expect.stringContaining('The input cannot be read'),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('leaves the thread of the caller to the caller', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const create = { width: 2000, height: 1500, channels: 3, background: '#888', noise } as const;
    const png = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
    await pool.convert(png);
    const before = performance.eventLoopUtilization();
    await Promise.all([pool.convert(png), pool.convert(png, { format: 'webp' })]);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('lets a program end that never destroys it', async () => {
    const program = `
      import { convert } from ${JSON.stringify(face)};
      // One thread does it all, and another has nothing to do.
      const { blob } = await convert(${JSON.stringify(path)}, { format: 'webp' });
      console.log(blob.type);`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
    expect(stdout.trim()).toBe('image/webp');
  });

  test('refuses an older Node in one sentence', () => {
    expect(() => requireNodeVersion('20.20.2')).toThrow(
      'Stillpix needs Node 22 or later, and this is Node 20.20.2.',
    );
    expect(() => requireNodeVersion('22.12.0')).not.toThrow();
  });
});
