import { type ChildProcess, execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fixture } from '../testing/pictures.ts';
import { canListTwice } from './sources.ts';
import { makeFolder, run, start } from './testing.ts';

/** Until a process has started and waits: its processor time has stayed the same for a second. */
async function untilItWaits({ pid }: ChildProcess): Promise<void> {
  // The name, in parentheses, may have spaces; user and system time are the 12th and 13th field behind it.
  const timeUsed = async (): Promise<string> =>
    (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ').slice(11, 13).join();
  let before = '';
  for (let now = await timeUsed(); now !== before; now = await timeUsed()) {
    before = now;
    await wait(1000);
  }
}

async function makePipe(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

describe.skipIf(process.platform !== 'linux')('stillpix beside pipes', () => {
  test.for<[string, string[], number]>([
    ['a photo', ['pipe.heic', '-o', 'out'], 130],
    ['standard input', ['-'], 130],
    ['a list of photos', ['--files-from', 'pipe.heic', '-o', 'out'], 130],
    ['a list from standard input', ['--files-from', '-', '-o', 'out'], 130],
    ['a folder that is watched', ['--watch', '.', '-o', 'out'], 0],
  ])('ends at the first signal when %s gives nothing', async ([, args, expected]) => {
    const folder = await makeFolder();
    await makePipe(folder, 'pipe.heic');
    const { child, ended } = start(args, folder, null);
    await untilItWaits(child);
    child.kill('SIGTERM');
    const { code, stdout } = await ended;
    expect(code).toBe(expected);
    expect(stdout.length).toBe(0);
    expect(await readdir(folder)).toEqual(['pipe.heic']);
  });

  test('reads a photo and a list from pipes with names', async () => {
    const folder = await makeFolder();
    const [photo, list] = [await makePipe(folder, 'p.heic'), await makePipe(folder, 'list')];
    const { ended } = start(['p.heic', '--files-from', 'list', '-o', 'out'], folder);
    await writeFile(join(folder, 'a.heic'), await fixture('rotated.heic'));
    await pipeline(Readable.from([await fixture('grid.heic')]), createWriteStream(photo));
    await pipeline(Readable.from(['a.heic\n']), createWriteStream(list));
    expect((await ended).code).toBe(0);
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(['a.jpg', 'p.jpg']);
  });

  test.for(['in', 'in/*.heic'])('takes only files of what is found in %s', async (input) => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'in/album.heic'), { recursive: true });
    await makePipe(folder, 'in/pipe.heic');
    await writeFile(join(folder, 'photo'), await fixture('grid.heic'));
    await symlink('../photo', join(folder, 'in/linked.heic'));
    await symlink('pipe.heic', join(folder, 'in/piped.heic'));
    await symlink('gone', join(folder, 'in/lost.heic'));
    const { child, ended } = start([input, '-o', 'out'], folder);
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    const { code, stderr } = await ended;
    clearTimeout(late);
    // A link to nothing is a photo that is missed.
    expect(stderr).toContain('lost.heic: There is no such file.');
    expect(stderr).toContain('1 converted, 1 failed');
    expect(code).toBe(1);
    expect(await readdir(join(folder, 'out'))).toEqual(['linked.jpg']);
  });

  test('does not count photos first whose names come through a pipe', async () => {
    const folder = await makeFolder();
    const list = await makePipe(folder, 'list');
    await writeFile(join(folder, 'file'), '');
    const { signal } = new AbortController();
    const listing = { recursive: false, shard: undefined, outputFolder: null, signal };
    const canCount = (inputs: string[], filesFrom?: string): Promise<boolean> =>
      canListTwice({ ...listing, inputs, filesFrom });
    expect(await canCount([], list)).toBe(false);
    expect(await canCount([], '-')).toBe(false);
    expect(await canCount(['-'])).toBe(false);
    expect(await canCount([], join(folder, 'file'))).toBe(true);
    expect(await canCount(['photos'])).toBe(true);
  });
});

test('says of a list that it cannot be read, and goes on', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'list'));
  await writeFile(join(folder, 'a.heic'), await fixture('grid.heic'));
  for (const [list, told] of [
    ['gone', 'gone: There is no such file.'],
    ['list', 'list: This is a folder.'],
  ] as const) {
    const { code, stderr } = await run(['a.heic', '--files-from', list, '-f'], folder);
    expect(code).toBe(1);
    expect(stderr).toContain(told);
    expect(stderr).toContain('1 converted, 1 failed');
  }
});
