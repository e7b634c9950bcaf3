/** A live photo of a real HEIC, with the identifier that its camera wrote, and a real movie that is given it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corpusFolder } from '../testing/folders.ts';
import { createPool } from '../src/index.ts';
import { withContentIdentifier } from '../testing/movies.ts';

const [photo, movie] = ['phone/iphone-12mp-p3-portrait.heic', 'video/quicktime-hvc1.mov'].map(
  (name) => join(corpusFolder, name),
) as [string, string];

const open = (path: string) => new Uint8Array(readFileSync(path));

test.skipIf(!existsSync(photo) || !existsSync(movie))(
  'a real photo and a real movie are a pair by the identifier alone, and become a Motion Photo',
  async () => {
    const pool = createPool();
    const still = new Blob([open(photo)]);
    const { contentIdentifier } = await pool.inspect(still);
    expect(contentIdentifier).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    const own = withContentIdentifier(open(movie), contentIdentifier!);
    expect(await pool.movie(new Blob([own]))).toEqual({
      mime: 'video/quicktime',
      codec: 'hvc1',
      contentIdentifier,
      stillTime: null,
    });
    const foreign = withContentIdentifier(open(movie), '00000000-0000-0000-0000-000000000000');
    for (const other of [foreign, open(movie)]) {
      const said = await pool.movie(new Blob([new Uint8Array(other)]));
      expect(said!.contentIdentifier).not.toBe(contentIdentifier);
    }
    const { blob, isMotionPhoto, notes } = await pool.convert(still, {
      liveMovie: new Blob([own]),
    });
    expect([isMotionPhoto, notes]).toEqual([true, ['video-is-hevc']]);
    const end = new Uint8Array(await blob.slice(-own.length).arrayBuffer());
    expect(Buffer.from(end).equals(own)).toBe(true);
  },
);
