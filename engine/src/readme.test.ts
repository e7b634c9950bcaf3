import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { fixture } from '../testing/pictures.ts';

const folder = await mkdtemp(fileURLToPath(new URL('../.example-', import.meta.url)));

afterAll(() => rm(folder, { recursive: true }));

test('has an example of ten lines that works as it stands', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, example] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = example!.split('\n').filter((line) => line.trim() !== '');
  expect(lines.length).toBeLessThanOrEqual(10);
  const index = new URL('index.ts', import.meta.url).href;
  const path = join(folder, 'example.mjs');
  await writeFile(path, `${example!.replace("'stillpix'", `'${index}'`)}\nexport { toJpeg };\n`);
  const { toJpeg } = await import(pathToFileURL(path).href);
  const photo = new File([await fixture('grid.heic')], 'grid.heic');
  expect(await toJpeg(photo)).toMatch(/^grid\.heic: 200x150, \d+ bytes of image\/jpeg$/);
  expect(await toJpeg(new File(['plain words'], 'notes.heic'))).toBe(
    'notes.heic: unsupported-format',
  );
});
