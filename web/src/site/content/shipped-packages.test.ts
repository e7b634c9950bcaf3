import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecs } from '@stillpix/engine';
import { expect, test } from 'vitest';
import { type Lock, listShippedPackages } from './shipped-packages.ts';

const root = join(import.meta.dirname, '../../../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const shipped = listShippedPackages(lock);

test('what the site, the engine and the contract depend on is listed once, with its license', () => {
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'zod', 'libheif-js', 'scheduler']));
  expect(names).toContain('@fontsource-variable/instrument-sans');
  expect(new Set(shipped.map(({ folder }) => folder)).size).toBe(shipped.length);
  for (const { name, version, license } of shipped) {
    expect(version, name).toMatch(/^\d/);
    expect(license, name).toMatch(/^[A-Za-z0-9.() -]+$/);
  }
});

test('every codec of others is among them, in the version that the engine names', () => {
  for (const codec of codecs) {
    if (codec.package === null) continue;
    expect(shipped.find(({ name }) => name === codec.package)?.version).toBe(codec.version);
  }
});

test('a package is found in the nearest folder, and tools of the build are left out', () => {
  const found = listShippedPackages({
    packages: {
      web: { dependencies: { a: '1', '@stillpix/engine': '0' } },
      'node_modules/@stillpix/engine': { link: true, resolved: 'engine' },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
      'node_modules/tool': { version: '1.0.0', license: 'MIT' },
    },
  });
  expect(found.map(({ folder }) => folder)).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
  ]);
});
