import {
  appendFile,
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contains, fixture, readPixels } from '../testing/pictures.ts';
import { makeFolder, run, start } from './testing.ts';

async function fill(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, name] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), await fixture(name));
  }
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

const jsonLines = (stdout: Buffer): Record<string, unknown>[] =>
  stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Starting Node on a busy machine takes seconds. */
const patient = { timeout: 60_000 };

describe('stillpix', () => {
  test('puts a folder of photos into another, with what is inside only when asked', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'in/a.heic': 'grid.heic', 'in/sub/b.HEIC': 'rotated.heic' });
    await writeFile(join(folder, 'in/notes.txt'), 'no photo');
    expect(await run(['in', '-o', 'flat'], folder)).toMatchObject({ code: 0 });
    expect(await list(join(folder, 'flat'))).toEqual(['a.jpg']);
    expect(await run(['-r', 'in', '-o', 'deep'], folder)).toMatchObject({ code: 0 });
    expect(await list(join(folder, 'deep'))).toEqual(['a.jpg', 'sub/b.jpg']);
    const photo = await readPixels(await readFile(join(folder, 'deep/a.jpg')));
    expect([photo.width, photo.height]).toEqual([200, 150]);
  });

  test('skips what is there, replaces it when told, and goes on after a failure', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.heic': 'grid.heic', 'b.heic': 'rotated.heic' });
    await writeFile(join(folder, 'b.jpg'), 'mine');
    await writeFile(join(folder, 'broken.heic'), 'words');
    const first = await run(['*.heic', 'gone.heic'], folder);
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/broken\.heic: Not a picture/);
    expect(first.stderr).toMatch(/Failed:\n( {2}.*\[\S+\]\n){2}/);
    expect(first.stderr).toContain('gone.heic: There is no such file.');
    expect(first.stderr).toContain('1 converted, 1 skipped, 2 failed');
    expect(await readFile(join(folder, 'b.jpg'), 'utf8')).toBe('mine');
    const again = await run(['a.heic', 'b.heic'], folder);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain('0 converted, 2 skipped');
    expect(await run(['--overwrite', 'b.heic'], folder)).toMatchObject({ code: 0 });
    expect((await readFile(join(folder, 'b.jpg'))).length).toBeGreaterThan(500);
  });

  test('takes results that lie beside their photos for what they are when it runs again', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'in/a.heic': 'grid.heic', 'in/a.png': 'drawing.png' });
    for (const args of [['in'], ['in'], ['in', '-o', 'in'], ['in', '--overwrite']]) {
      expect(await run(args, folder)).toMatchObject({ code: 0 });
      expect(await list(join(folder, 'in'))).toEqual(['a.heic', 'a.jpg', 'a.png', 'a.png.jpg']);
    }
  });

  test('says of a pattern that it names nothing, also to every shard', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.heic': 'grid.heic' });
    const { code, stderr } = await run(['*.heic', '*.avif', '--shard', '1/1'], folder);
    expect(code).toBe(1);
    expect(stderr).toContain('*.avif: No photo has a name like this. [no-match]');
    expect(stderr).toContain('1 converted, 1 failed');
  });

  test('never replaces a photo by its own result', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.jpg': 'located.jpg' });
    const { code, stdout } = await run(['a.jpg', '-q', '60'], folder);
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('would replace the photo itself');
    expect(stdout.toString()).toContain('or use --overwrite');
    await fill(folder, { 'b.jpg': 'located.jpg', 'b.heic': 'grid.heic' });
    const forced = await run(['b.jpg', '-f'], folder);
    expect(forced.stdout.toString()).toBe(
      'b.jpg: skipped, b.jpg is taken for the result of the photo of its name beside it (name a folder with -o)\n',
    );
    expect(
      Buffer.compare(await readFile(join(folder, 'a.jpg')), await fixture('located.jpg')),
    ).toBe(0);
  });

  test('keeps photos apart that differ only in their extensions', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'in/a.heic': 'grid.heic', 'in/a.png': 'drawing.png' });
    for (const shard of ['2/2', '1/2', '2/2'])
      await run(['in', '-o', 'out', '--shard', shard], folder);
    expect(await list(join(folder, 'out'))).toEqual(['a.jpg', 'a.png.jpg']);
    const { width } = await readPixels(await readFile(join(folder, 'out/a.jpg')));
    expect(width).toBe(200);
    await fill(folder, { 'other/a.png': 'drawing.png' });
    const clash = await run(['in/a.heic', 'other/a.png', '-o', 'both'], folder);
    expect(clash.code).toBe(1);
    expect(clash.stderr).toContain('Another photo of this run has the same name');
  });

  test('lets photos that are named keep their extension as those that are found do', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.heic': 'grid.heic', 'a.png': 'drawing.png' });
    expect(await run(['a.heic', 'a.png'], folder)).toMatchObject({ code: 0 });
    expect(await list(folder)).toEqual(['a.heic', 'a.jpg', 'a.png', 'a.png.jpg']);
    for (const name of ['a.heic', 'a.png'])
      expect(await run([name, '-o', 'out'], folder)).toMatchObject({ code: 0 });
    const listed = await run(['--files-from', '-', '-o', 'out'], folder, Buffer.from('a.png\n'));
    expect(listed.stderr).toContain('0 converted, 1 skipped');
    expect(await list(join(folder, 'out'))).toEqual(['a.jpg', 'a.png.jpg']);
    expect(await run(['a.png', '-o', 'one.jpg'], folder)).toMatchObject({ code: 0 });
    expect(await list(folder)).toContain('one.jpg');
  });

  test.for(['jpg', 'png', 'webp'])(
    'takes no result in %s for another photo of the same name when it runs again',
    async (to) => {
      const folder = await makeFolder();
      await fill(folder, { 'in/a.jpeg': 'located.jpg', 'in/b.gif': 'animated.gif' });
      for (const args of [['in'], ['in'], ['in/a.jpeg', 'in/b.gif'], ['in', '-o', 'in', '-f']]) {
        expect(await run([...args, '--to', to], folder)).toMatchObject({ code: 0 });
        const names = ['a.jpeg', `a.${to}`, 'b.gif', `b.${to}`];
        expect(await list(join(folder, 'in'))).toEqual(names);
      }
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'keeps photos apart whose extensions are written in any case',
    async () => {
      const folder = await makeFolder();
      await fill(folder, {
        'in/a.Heic': 'grid.heic',
        'in/a.png': 'drawing.png',
        'in/b.HEIC': 'grid.heic',
        'in/b.heic': 'rotated.heic',
      });
      expect(await run(['in', '-o', 'out'], folder)).toMatchObject({ code: 0 });
      const names = ['a.jpg', 'a.png.jpg', 'b.HEIC.jpg', 'b.jpg'];
      expect(await list(join(folder, 'out'))).toEqual(names);
    },
  );

  test('reads standard input and writes standard output', async () => {
    const folder = await makeFolder();
    const { code, stdout } = await run(['-'], folder, await fixture('grid.heic'));
    expect(code).toBe(0);
    expect(await readPixels(stdout)).toMatchObject({ width: 200, height: 150 });
    await fill(folder, { 'a.heic': 'grid.heic' });
    const png = await run(['a.heic', '-o', '-', '--to', 'png', '--resize', '50x'], folder);
    expect(await readPixels(png.stdout)).toMatchObject({ width: 50 });
    const listed = await run(['--files-from', '-', '-o', 'out'], folder, Buffer.from('a.heic\n'));
    expect(listed.code).toBe(0);
    expect(await list(folder)).toContain('out/a.jpg');
  });

  test('leaves the place out, and keeps the date of the file', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.jpg': 'located.jpg' });
    const date = new Date('2019-05-04T10:20:30Z');
    await utimes(join(folder, 'a.jpg'), date, date);
    await run(['a.jpg', '-o', 'out', '--strip-location', '--keep-date'], folder);
    const result = join(folder, 'out/a.jpg');
    expect((await stat(result)).mtime).toEqual(date);
    expect(contains(await readFile(result), 'Vienna')).toBe(false);
    expect(contains(await readFile(result), 'Fixture 2')).toBe(true);
  });

  test('says what it would do, and tells programs what it did', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.heic': 'grid.heic' });
    await writeFile(join(folder, 'bad.heic'), 'words');
    const dry = await run(['--dry-run', 'a.heic'], folder);
    expect(dry.stdout.toString()).toBe('a.heic -> a.jpg\n');
    expect(await list(folder)).toEqual(['a.heic', 'bad.heic']);
    const { stdout } = await run(['--json', 'a.heic', 'bad.heic'], folder);
    const lines = jsonLines(stdout);
    expect(lines).toContainEqual(
      expect.objectContaining({
        source: 'a.heic',
        target: 'a.jpg',
        status: 'converted',
        width: 200,
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ source: 'bad.heic', status: 'failed', code: 'unsupported-format' }),
    );
    expect(lines.at(-1)).toMatchObject({ status: 'finished', converted: 1, failed: 1 });
  });

  test('writes all pictures of a file, the first one last', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'two.heic': 'two.heic' });
    await run(['two.heic', '--all-pictures'], folder);
    expect(await list(folder)).toEqual(['two-2.jpg', 'two.heic', 'two.jpg']);
  });

  test('says why a folder cannot be written to', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.heic': 'grid.heic' });
    await writeFile(join(folder, 'file'), '');
    await chmod(join(folder, 'file'), 0o444);
    const { code, stderr } = await run(['a.heic', '-o', 'file/out'], folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/a\.heic: .*(ENOTDIR|EEXIST)/);
  });

  test('leaves nothing half-written when it is interrupted, and goes on later', async () => {
    const folder = await makeFolder();
    const names = Array.from({ length: 300 }, (_, index) => `in/${index}.heic`);
    await fill(folder, Object.fromEntries(names.map((name) => [name, 'grid.heic'])));
    const { child, ended } = start(['in', '-o', 'out'], folder);
    await vi.waitFor(async () => expect((await list(folder)).length).toBeGreaterThan(305), patient);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('stopped');
    const written = await readdir(join(folder, 'out'));
    expect(written.length).toBeLessThan(300);
    expect(written.filter((name) => !/^\d+\.jpg$/.test(name))).toEqual([]);
    for (const name of written)
      expect(await readPixels(await readFile(join(folder, 'out', name)))).toMatchObject({
        width: 200,
      });
    expect(await run(['in', '-o', 'out'], folder)).toMatchObject({ code: 0 });
    expect(await readdir(join(folder, 'out'))).toHaveLength(300);
  });

  test('removes what a killed process left, and nothing of one that writes', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'a.heic': 'grid.heic' });
    const host = hostname().replaceAll(/[^\w-]/g, '_');
    const dead = start(['--version'], folder);
    await dead.ended;
    const left = `.a.jpg.1.${host}.${dead.child.pid}.stillpix-part`;
    const alive = `.b.jpg.1.${host}.${process.pid}.stillpix-part`;
    const elsewhere = '.c.jpg.1.another-machine.7.stillpix-part';
    for (const name of [left, alive, elsewhere]) await writeFile(join(folder, name), 'half');
    await run(['a.heic'], folder);
    expect(await list(folder)).toEqual([alive, elsewhere, 'a.heic', 'a.jpg']);
  });

  test.for([['in'], ['in', '-r', '-o', 'in/out'], ['in', '-o', 'in', '--overwrite']])(
    'takes no result for a photo that comes while it watches: %s',
    async (args) => {
      const folder = await makeFolder();
      await fill(folder, { 'in/a.heic': 'grid.heic', 'b.heic': 'rotated.heic' });
      const { child, ended } = start(['--watch', ...args], folder);
      await vi.waitFor(async () => expect((await list(folder)).length).toBe(3), patient);
      await cp(join(folder, 'b.heic'), join(folder, 'in/b.heic'));
      await vi.waitFor(async () => expect((await list(folder)).length).toBe(5), patient);
      // The results have been there longer than this one, and would be converted before it.
      await cp(join(folder, 'b.heic'), join(folder, 'in/c.heic'));
      await vi.waitFor(async () => expect((await list(folder)).length).toBe(7), patient);
      child.kill('SIGTERM');
      const { code, stdout } = await ended;
      expect(code).toBe(0);
      expect(await list(folder)).toHaveLength(7);
      expect(stdout.toString().trim().split('\n')).toHaveLength(3);
    },
  );

  test('keeps no photo waiting for another one while it watches, and says when the folder goes', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'in'));
    const photo = await fixture('grid.heic');
    await writeFile(join(folder, 'in/first.heic'), photo);
    const { child, ended } = start(['--watch', '-r', 'in', '-o', 'out'], folder);
    await vi.waitFor(async () => expect(await list(folder)).toContain('out/first.jpg'), patient);
    await mkdir(join(folder, 'new'));
    await writeFile(join(folder, 'new/whole.heic'), photo);
    await rename(join(folder, 'new'), join(folder, 'in/new'));
    await writeFile(join(folder, 'in/slow.heic'), photo.subarray(0, 2000));
    const writing = setInterval(() => void appendFile(join(folder, 'in/slow.heic'), '\0'), 100);
    onTestFinished(() => clearInterval(writing));
    for (let index = 0; index < 20; index++)
      await writeFile(join(folder, `in/${index}.heic`), photo);
    // One that waited for its neighbor would wait for ever: that one still grows.
    await vi.waitFor(
      async () => expect(await readdir(join(folder, 'out'))).toHaveLength(22),
      patient,
    );
    expect(await list(folder)).toContain('out/new/whole.jpg');
    expect(await list(folder)).not.toContain('out/slow.jpg');
    clearInterval(writing);
    await rm(join(folder, 'in'), { recursive: true });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain('in: This folder is not there any more');
    expect(child.exitCode).toBe(1);
  });

  test('looks into no hidden folder while it watches, as at no other time', async () => {
    const folder = await makeFolder();
    await fill(folder, { 'in/.top/old.heic': 'grid.heic', 'in/sub/b.heic': 'grid.heic' });
    const { child, ended } = start(['--watch', '-r', 'in', '-o', 'out'], folder);
    await vi.waitFor(async () => expect(await list(folder)).toContain('out/sub/b.jpg'), patient);
    await fill(folder, { 'in/.top/a.heic': 'grid.heic', 'new/.later/c.heic': 'grid.heic' });
    await rename(join(folder, 'new'), join(folder, 'in/new'));
    await fill(folder, { 'in/z.heic': 'grid.heic' });
    await vi.waitFor(async () => expect(await list(folder)).toContain('out/z.jpg'), patient);
    child.kill('SIGTERM');
    await ended;
    expect((await readdir(join(folder, 'out'), { recursive: true })).toSorted()).toEqual([
      ...['sub', 'sub/b.jpg', 'z.jpg'],
    ]);
  });

  test('watches a folder, and converts what comes until it is stopped', async () => {
    const folder = await makeFolder();
    await fill(folder, {
      'in/a.heic': 'grid.heic',
      'late.heic': 'rotated.heic',
      'drawing.png': 'drawing.png',
    });
    const { child, ended } = start(['--watch', 'in', '-o', 'out'], folder);
    await vi.waitFor(async () => expect(await list(folder)).toContain('out/a.jpg'), patient);
    await cp(join(folder, 'late.heic'), join(folder, 'in/late.heic'));
    await vi.waitFor(async () => expect(await list(folder)).toContain('out/late.jpg'), patient);
    await cp(join(folder, 'drawing.png'), join(folder, 'in/late.png'));
    await vi.waitFor(async () => expect(await list(folder)).toContain('out/late.png.jpg'), patient);
    child.kill('SIGTERM');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout.toString().match(/late\.heic/g)).toHaveLength(1);
  });

  test('refuses wrong usage with 2', async () => {
    const { code, stderr } = await run(['--to', 'tiff', 'a.heic'], '.');
    expect(code).toBe(2);
    expect(stderr).toBe(
      'stillpix: --to tiff: choose one of jpg, png, webp.\nTry stillpix --help.\n',
    );
  });
});
