import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPool, EngineError, type NodePool } from '../src/node/index.ts';
import type { ConvertResult } from '../src/options.ts';
import { convertOne, type Context } from './convert-one.ts';
import { readArguments, readSettings } from './settings.ts';
import { makeFolder } from './testing.ts';

function contextOf(pool: NodePool, args: string[], folder: string | null): Context {
  return {
    pool,
    settings: readSettings(readArguments([...args, 'a'])),
    destination: folder === null ? { kind: 'beside' } : { kind: 'folder', path: folder },
    signal: new AbortController().signal,
    taken: new Map(),
  };
}

/** Makes of every photo a picture, one more, and a video. */
const generousPool = {
  async convert(): Promise<ConvertResult> {
    const picture = { width: 1, height: 1, hasGainMap: false, notes: [] };
    const other = { ...picture, format: 'jpeg', role: 'further', blob: new Blob(['other']) };
    const made = { ...picture, format: 'jpeg', role: 'main', blob: new Blob(['main']) };
    const video = new Blob(['video'], { type: 'video/quicktime' });
    return { ...made, others: [other], video, milliseconds: 1 } as unknown as ConvertResult;
  },
} as unknown as NodePool;

async function makePhotos(...names: string[]): Promise<string> {
  const folder = await makeFolder();
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), `own ${name}`);
  }
  return folder;
}

const textOf = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, name), 'utf8');

describe('convertOne', () => {
  test('says in its own words why a photo cannot be read', async () => {
    const pool = createPool({ workers: 1 });
    onTestFinished(() => pool.destroy());
    const context = contextOf(pool, [], 'no-such-folder');
    const { dirname: folder, filename: file } = import.meta;
    expect(await convertOne({ path: folder, name: 'a' }, context)).toMatchObject({
      status: 'failed',
      code: 'EISDIR',
      message: 'This is a folder.',
    });
    // Who may everything can read all files, so that no test sees it otherwise.
    const cause = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' });
    const refused = new EngineError('invalid-options', 'The input cannot be read', { cause });
    vi.spyOn(pool, 'convert').mockRejectedValue(refused);
    expect(await convertOne({ path: file, name: 'b' }, context)).toMatchObject({
      status: 'failed',
      code: 'EACCES',
      message: 'There is no permission to read or write this.',
    });
  });

  test('lets one photo have a name that several ask for at once', async () => {
    const pool = createPool();
    onTestFinished(() => pool.destroy());
    const context = contextOf(pool, ['--dry-run'], 'no-such-folder');
    const photos = ['one/a.heic', 'two/a.heic'].map((path) => ({ path, name: 'a.heic' }));
    const outcomes = await Promise.all(photos.map((photo) => convertOne(photo, context)));
    expect(outcomes).toMatchObject([
      { status: 'would-convert' },
      { status: 'failed', code: 'same-target' },
    ]);
  });

  test('says of files beside a result whether they were written', async () => {
    const folder = await makePhotos('a.heic', 'out/a-2.jpg');
    const out = join(folder, 'out');
    const context = contextOf(generousPool, [], out);
    const photo = { path: join(folder, 'a.heic'), name: 'a.heic' };
    expect(await convertOne(photo, context)).toMatchObject({
      status: 'converted',
      others: [join(out, 'a.mov')],
      othersSkipped: [join(out, 'a-2.jpg')],
    });
    expect(await textOf(folder, 'out/a-2.jpg')).toBe('own out/a-2.jpg');
    expect(await textOf(folder, 'out/a.jpg')).toBe('main');
    const again = contextOf(generousPool, ['--overwrite'], out);
    expect(await convertOne(photo, again)).toMatchObject({
      others: [join(out, 'a-2.jpg'), join(out, 'a.mov')],
      othersSkipped: [],
    });
    expect(await textOf(folder, 'out/a-2.jpg')).toBe('other');
  });

  test.each([
    ['a.heic', 'a-2.heic'],
    ['a-2.heic', 'a.heic'],
  ])('lets no file beside the result of %s replace that of another photo', async (...names) => {
    const folder = await makePhotos('a.heic', 'a-2.heic');
    const context = contextOf(generousPool, ['--overwrite'], join(folder, 'out'));
    const outcomes = [];
    for (const name of names)
      outcomes.push(await convertOne({ path: join(folder, name), name }, context));
    expect(outcomes).toMatchObject([
      { status: 'converted' },
      { status: 'failed', code: 'same-target' },
    ]);
    const isMainFirst = names[0] === 'a.heic';
    expect(await textOf(folder, 'out/a-2.jpg')).toBe(isMainFirst ? 'other' : 'main');
  });

  test('never replaces a video beside the photo itself, which may be half of a live photo', async () => {
    const folder = await makePhotos('a.heic', 'a.mov', 'a.jpg');
    const context = contextOf(generousPool, ['--overwrite'], null);
    const outcome = await convertOne({ path: join(folder, 'a.heic'), name: 'a.heic' }, context);
    expect(outcome).toMatchObject({
      status: 'converted',
      others: [join(folder, 'a-2.jpg')],
      othersSkipped: [join(folder, 'a.mov')],
    });
    expect(await textOf(folder, 'a.mov')).toBe('own a.mov');
    expect(await textOf(folder, 'a.jpg')).toBe('main');
  });
});
