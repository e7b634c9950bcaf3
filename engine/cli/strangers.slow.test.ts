import { chmod, mkdir, open, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { fixture } from '../testing/pictures.ts';
import { makeFolder, run, start } from './testing.ts';

async function put(folder: string, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), await fixture('grid.heic'));
  }
}

const main = fileURLToPath(new URL('main.ts', import.meta.url));

describe('stillpix in odd circumstances', () => {
  test('does not take results for photos that lie inside the folder of the photos', async () => {
    const folder = await makeFolder();
    await put(folder, 'in/a.heic', 'in/sub/b.heic');
    for (const input of ['in', 'in', 'in/**/*'])
      expect(await run(['-r', input, '-o', 'in/out'], folder)).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'in/out/out'))).toBe(false);
    expect((await readdir(join(folder, 'in/out'))).toSorted()).toEqual(['a.jpg', 'sub']);
  });

  test('takes a photo once that is named twice, which is no failure', async () => {
    const folder = await makeFolder();
    await put(folder, 'a.heic');
    const { code, stderr } = await run(['a.heic', './a.heic', '*.heic', '-o', 'out'], folder);
    expect(code).toBe(0);
    expect(stderr).toContain('1 converted, 2 skipped');
  });

  test('writes a name as long as file systems take', async () => {
    const folder = await makeFolder();
    const name = 'ü'.repeat(125);
    await put(folder, `${name}.heic`);
    expect(await run([`${name}.heic`], folder)).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toContain(`${name}.jpg`);
  });

  test('refuses names that are empty', async () => {
    const folder = await makeFolder();
    await put(folder, 'a.heic');
    for (const args of [[''], ['a.heic', '-o', '']]) {
      const { code, stderr } = await run(args, folder);
      expect(code).toBe(2);
      expect(stderr).toContain('A name is empty');
    }
  });

  test('says in words what is in the way', async () => {
    const folder = await makeFolder();
    await put(folder, 'a.heic');
    await mkdir(join(folder, 'out/a.jpg'), { recursive: true });
    await symlink('two.heic', join(folder, 'one.heic'));
    await symlink('one.heic', join(folder, 'two.heic'));
    const inTheWay = await run(['--overwrite', 'a.heic', '-o', 'out'], folder);
    expect(inTheWay.stderr).toContain('A folder is in the way of the result.');
    const circle = await run(['one.heic'], folder);
    expect(circle.stderr).toContain('Symbolic links lead in a circle.');
    expect((await readdir(join(folder, 'out'))).length).toBe(1);
  });

  test('converts what was named although nobody reads the lines any more', async () => {
    const folder = await makeFolder();
    const names = Array.from({ length: 12 }, (_, index) => `${index}.heic`);
    await put(folder, ...names);
    const { child, ended } = start([...names, 'gone.heic', '-o', 'out'], folder);
    child.stdout!.destroy();
    expect((await ended).code).toBe(1);
    expect(await readdir(join(folder, 'out'))).toHaveLength(12);
  });

  test.skipIf(!existsSync('/dev/full'))(
    'tells a full disk behind standard output without a stack',
    async () => {
      const folder = await makeFolder();
      await put(folder, 'a.heic');
      for (const output of ['-', 'out']) {
        const full = await open('/dev/full', 'w');
        const child = spawn(process.execPath, [main, 'a.heic', '-o', output], {
          cwd: folder,
          stdio: ['ignore', full.fd, 'pipe'],
        });
        let stderr = '';
        child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
        const code = await new Promise((resolve) => child.on('close', resolve));
        await full.close();
        expect(code).toBe(1);
        expect(stderr).toMatch(/full|no space/i);
        expect(stderr).not.toContain('    at ');
      }
    },
  );

  test('makes the folder for results again when somebody removes it', async () => {
    const folder = await makeFolder();
    const names = Array.from({ length: 200 }, (_, index) => `in/${index}.heic`);
    await put(folder, ...names);
    const { ended } = start(['in', '-o', 'out'], folder);
    const out = join(folder, 'out');
    const list = () => readdir(out).catch(() => []);
    await vi.waitFor(async () => expect((await list()).length).toBeGreaterThan(3), {
      timeout: 60_000,
      interval: 5,
    });
    await rename(out, join(folder, 'moved'));
    const { code, stderr } = await ended;
    expect(stderr).toContain('200 converted');
    expect(code).toBe(0);
    const moved = await readdir(join(folder, 'moved'));
    const all = [...moved, ...(await list())].filter((name) => name.endsWith('.jpg'));
    expect(new Set(all).size).toBe(200);
  });

  test.skipIf(process.platform === 'win32')(
    'goes on beside a folder that cannot be listed, and names it',
    async () => {
      const folder = await makeFolder();
      await put(folder, 'in/a.heic', 'in/closed/b.heic', 'in/open/c.heic');
      await chmod(join(folder, 'in/closed'), 0);
      const { code, stderr } = await run(['-r', 'in', '-o', 'out'], folder);
      await chmod(join(folder, 'in/closed'), 0o755);
      // Who may everything reads it all the same.
      const isRoot = process.getuid?.() === 0;
      expect(code).toBe(isRoot ? 0 : 1);
      expect(stderr).toContain(isRoot ? '3 converted' : 'in/closed: There is no permission');
      expect(await readdir(join(folder, 'out'))).toEqual(expect.arrayContaining(['a.jpg', 'open']));
    },
  );

  test('lets two runs work over one folder at once', async () => {
    const folder = await makeFolder();
    const names = Array.from({ length: 30 }, (_, index) => `in/${index}.heic`);
    await put(folder, ...names);
    const both = await Promise.all([1, 2].map(() => run(['in', '-o', 'out'], folder)));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(
      names.map((name) => name.slice(3).replace('heic', 'jpg')).toSorted(),
    );
  });
});
