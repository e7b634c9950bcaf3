import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fixture, readPixels } from '../testing/pictures.ts';
import { makeFolder, run, start } from './testing.ts';

const photos = 240;
const shards = 8;

const shard = (index: number): string[] => ['in', '-o', 'out', '--shard', `${index}/${shards}`];

test('eight processes share a folder; two that are killed and started again lose and double nothing', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'in'));
  await writeFile(join(folder, 'in/0.heic'), await fixture('grid.heic'));
  for (let index = 1; index < photos; index++)
    await link(join(folder, 'in/0.heic'), join(folder, `in/${index}.heic`));
  const running = Array.from({ length: shards }, (_, index) => start(shard(index + 1), folder));
  const written = async (): Promise<string[]> => readdir(join(folder, 'out')).catch(() => []);
  await vi.waitFor(async () => expect((await written()).length).toBeGreaterThan(10), {
    timeout: 60_000,
  });
  for (const { child } of running.slice(0, 2)) child.kill('SIGKILL');
  const ended = await Promise.all(running.map((each) => each.ended));
  expect(ended.slice(2).map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 0));
  const before = (await written()).filter((name) => !name.startsWith('.')).length;
  const again = await Promise.all([1, 2].map((index) => run([...shard(index), '--json'], folder)));
  expect(again.map(({ code }) => code)).toEqual([0, 0]);
  const summaries = again.map(
    ({ stdout }) =>
      JSON.parse(stdout.toString().trim().split('\n').at(-1)!) as { converted: number },
  );
  const late = summaries.reduce((sum, { converted }) => sum + converted, 0);
  expect(before + late).toBe(photos);
  const names = await written();
  expect(names.toSorted()).toEqual(
    Array.from({ length: photos }, (_, index) => `${index}.jpg`).toSorted(),
  );
  const expected = await readFile(join(folder, 'out/0.jpg'));
  expect(await readPixels(expected)).toMatchObject({ width: 200, height: 150 });
  for (const name of names)
    expect(Buffer.compare(await readFile(join(folder, 'out', name)), expected)).toBe(0);
});

test('goes through a hundred thousand names in little memory', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'in'));
  await writeFile(join(folder, 'in/0.heic'), await fixture('grid.heic'));
  for (let from = 1; from < 100_000; from += 1000) {
    const batch = Array.from({ length: Math.min(1000, 100_000 - from) }, (_, index) =>
      writeFile(join(folder, `in/photo-number-${from + index}.heic`), ''),
    );
    await Promise.all(batch);
  }
  const args = ['in', '-o', 'out', '--dry-run', '--json'];
  const heap = ['--max-old-space-size=32'];
  const { code, stdout, stderr } = await start(args, folder, undefined, heap).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.toString().split('\n')).toHaveLength(100_002);
}, 240_000);
