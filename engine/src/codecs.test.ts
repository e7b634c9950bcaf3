import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { expect, test } from 'vitest';
import { codecs, engineVersion } from './codecs.ts';
import { wasmFiles } from './wasm/files.ts';

async function readJson(path: string | URL): Promise<{ version: string; dependencies?: object }> {
  return JSON.parse(await readFile(path, 'utf8'));
}

test('states the versions that are installed', async () => {
  for (const codec of codecs.filter((each) => each.package !== null)) {
    const installed = await readJson(findPackageJSON(codec.package!, import.meta.url)!);
    expect(`${codec.package} ${codec.version}`).toBe(`${codec.package} ${installed.version}`);
  }
  const engine = await readJson(new URL('../package.json', import.meta.url));
  expect(engine.version).toBe(engineVersion);
});

test('leaves out no package that the engine ships', async () => {
  const engine = await readJson(new URL('../package.json', import.meta.url));
  const named = codecs.flatMap((codec) => codec.package ?? []);
  expect(Object.keys(engine.dependencies ?? {}).toSorted()).toEqual(named.toSorted());
  const fromPackages = Object.values(wasmFiles).filter(({ path }) => !path.startsWith('.'));
  for (const { path } of fromPackages) {
    expect(named.some((name) => path.startsWith(`${name}/`))).toBe(true);
  }
});
