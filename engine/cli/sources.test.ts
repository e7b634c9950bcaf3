import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { foundAt } from './sources.ts';
import { readArguments, readSettings, UsageError } from './settings.ts';
import { readDestination, type Destination } from './targets.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stillpix-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('a photo that is named', () => {
  test('has no namesakes where nothing can be looked up', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    for (const name of ['file/a.png', `${'a'.repeat(300)}.png`, 'a\0.png', 'gone/a.png'])
      expect(foundAt(join(folder, name), name)).not.toHaveProperty('namesakes');
  });
});

const read = (...args: string[]): Promise<Destination> =>
  readDestination(readSettings(readArguments(args)));

describe('what results are called', () => {
  test.each(['*.heic', '?.heic', '[12].heic', '{1,2}.heic'])(
    'is the name of a folder for what a pattern finds: %s',
    async (pattern) => {
      const folder = await makeFolder();
      const output = join(folder, 'x.jpg');
      expect(await read('-o', output, join(folder, pattern))).toEqual({
        kind: 'folder',
        path: output,
      });
    },
  );

  test('is the name of a file for a photo whose own name looks like a pattern', async () => {
    const folder = await makeFolder();
    const photo = join(folder, 'a [1].heic');
    await writeFile(photo, '');
    const output = join(folder, 'x.jpg');
    expect(await read('-o', output, photo)).toEqual({ kind: 'file', path: output });
    await mkdir(join(folder, '[2].heic'));
    const folders = await read('-o', output, join(folder, '[2].heic'));
    expect(folders).toEqual({ kind: 'folder', path: output });
  });

  test.each([
    [
      ['-o', 'x.png', '--to', 'jpg'],
      '-o x.png --to jpg: the name and the option ask for different formats.',
    ],
    [['-o', 'x.webp', '--to', 'jpg'], /different formats/],
    [['-o', 'x.heic'], '-o x.heic: name a .jpg, .png or .webp, or x.heic/ for a folder.'],
    [['-o', 'sub/x.TIFF', '--to', 'png'], /name a \.jpg, \.png or \.webp, or sub\/x\.TIFF\/ for/],
  ])('is refused for one photo where it says something else: %j', async (args, message) => {
    const run = read('a.heic', ...args);
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.toBeInstanceOf(UsageError);
  });

  test('may be any name of a folder that is there, ends like one, or is for several photos', async () => {
    const folder = await makeFolder();
    const there = join(folder, 'x.heic');
    await mkdir(there);
    for (const args of [
      ['a.heic', '-o', there],
      ['a.heic', '-o', `${folder}/y.heic/`],
      ['a.heic', 'b.heic', '-o', join(folder, 'z.png'), '--to', 'jpg'],
      ['a.heic', '--files-from', 'list', '-o', join(folder, 'z.jpg')],
      ['a.heic', '-o', join(folder, 'jpgs.2024')],
    ])
      expect(await read(...args)).toMatchObject({ kind: 'folder' });
    expect(await read('a.heic', '-o', 'x.JPEG', '--to', 'jpg')).toMatchObject({ kind: 'file' });
  });
});
