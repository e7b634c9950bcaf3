import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../src/node/index.ts';
import { convertOne, type Context } from './convert-one.ts';
import { readArguments, readSettings } from './settings.ts';

describe('convertOne', () => {
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
