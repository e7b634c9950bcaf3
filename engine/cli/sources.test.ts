import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { foundAt } from './sources.ts';
import { readDestination } from './targets.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stillpix-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('a photo that is named', () => {
  it('has no namesakes where nothing can be looked up', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    for (const name of ['file/a.png', `${'a'.repeat(300)}.png`, 'a\0.png', 'gone/a.png'])
      expect(foundAt(join(folder, name), name)).not.toHaveProperty('namesakes');
  });
});

describe('what results are called', () => {
  it.each(['*.heic', '?.heic', '[12].heic', '{1,2}.heic'])(
    'is the name of a folder for what a pattern finds: %s',
    async (pattern) => {
      const folder = await makeFolder();
      const output = join(folder, 'x.jpg');
      expect(await readDestination(output, [join(folder, pattern)])).toEqual({
        kind: 'folder',
        path: output,
      });
    },
  );

  it('is the name of a file for a photo whose own name looks like a pattern', async () => {
    const folder = await makeFolder();
    const photo = join(folder, 'a [1].heic');
    await writeFile(photo, '');
    const output = join(folder, 'x.jpg');
    expect(await readDestination(output, [photo])).toEqual({ kind: 'file', path: output });
    await mkdir(join(folder, '[2].heic'));
    const folders = await readDestination(output, [join(folder, '[2].heic')]);
    expect(folders).toEqual({ kind: 'folder', path: output });
  });
});
