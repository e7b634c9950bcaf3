import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../testing/pictures.ts';

const dist = new URL('../dist/', import.meta.url);

describe('the npm package', () => {
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/package.ts'], { cwd: new URL('..', import.meta.url) });
  });

  it('converts in Node as it lies there', async () => {
    const { convert, EngineError } = await import(new URL('index.js', dist).href);
    const { blob, width } = await convert(new File([await fixture('grid.heic')], 'grid.heic'));
    expect([blob.type, width]).toEqual(['image/jpeg', 200]);
    await expect(convert(new Blob(['words']))).rejects.toBeInstanceOf(EngineError);
  });

  it('has one worker file that needs nothing but the WebAssembly beside it', async () => {
    const worker = await readFile(new URL('worker.js', dist), 'utf8');
    expect(worker).not.toMatch(/\bimport\s*[{'"]|\bfrom\s*['"]/);
    const wasm = await readdir(new URL('wasm', dist));
    for (const [, name] of worker.matchAll(/wasm\/(\w+\.wasm)/g)) expect(wasm).toContain(name);
  });

  it('loads a small script into the page, and types that name no file it lacks', async () => {
    const index = await readFile(new URL('index.js', dist), 'utf8');
    expect(index.length).toBeLessThan(20_000);
    expect(index).not.toMatch(/from\s*['"]\.\/node\.js/);
    expect(await readFile(new URL('types/index.d.ts', dist), 'utf8')).not.toContain(".ts'");
  });
});
