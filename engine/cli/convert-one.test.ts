import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPool, EngineError } from '../src/node/index.ts';
import { convertOne, type Context } from './convert-one.ts';
import { readArguments, readSettings } from './settings.ts';

describe('convertOne', () => {
  it('says in its own words why a photo cannot be read', async () => {
    const pool = createPool({ workers: 1 });
    onTestFinished(() => pool.destroy());
    const context: Context = {
      pool,
      settings: readSettings(readArguments(['one'])),
      destination: { kind: 'folder', path: 'no-such-folder' },
      signal: new AbortController().signal,
      taken: new Map(),
    };
    const { dirname: folder, filename: file } = import.meta;
    expect(await convertOne({ path: folder, name: 'a' }, context)).toMatchObject({
      ...{ status: 'failed', code: 'EISDIR', message: 'This is a folder.' },
    });
    // Who may everything can read all files, so that no test sees it otherwise.
    const cause = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' });
    const refused = new EngineError('invalid-options', 'The input cannot be read', { cause });
    vi.spyOn(pool, 'convert').mockRejectedValue(refused);
    expect(await convertOne({ path: file, name: 'b' }, context)).toMatchObject({
      ...{ status: 'failed', code: 'EACCES' },
      message: 'There is no permission to read or write this.',
    });
  });

  it('lets one photo have a name that several ask for at once', async () => {
    const pool = createPool();
    onTestFinished(() => pool.destroy());
    const context: Context = {
      pool,
      settings: readSettings(readArguments(['--dry-run', 'one', 'two'])),
      destination: { kind: 'folder', path: 'no-such-folder' },
      signal: new AbortController().signal,
      taken: new Map(),
    };
    const photos = ['one/a.heic', 'two/a.heic'].map((path) => ({ path, name: 'a.heic' }));
    const outcomes = await Promise.all(photos.map((photo) => convertOne(photo, context)));
    expect(outcomes).toMatchObject([
      { status: 'would-convert' },
      { status: 'failed', code: 'same-target' },
    ]);
  });
});
