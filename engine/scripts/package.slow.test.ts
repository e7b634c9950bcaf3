import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/setup.mjs';
import { openHarness } from '../bench/harness.ts';
import { codecs } from '../src/codecs.ts';
import { fixture } from '../testing/pictures.ts';

const dist = new URL('../dist/', import.meta.url);
const browser = await findBrowser();

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
    expect(index.length).toBeLessThan(22_000);
    expect(index).not.toMatch(/from\s*['"]\.\/node\.js/);
    expect(await readFile(new URL('types/index.d.ts', dist), 'utf8')).not.toContain(".ts'");
  });

  it('names every codec, with the text of its license', async () => {
    const { codecs: listed } = await import(new URL('index.js', dist).href);
    expect(listed).toEqual(codecs);
    for (const { package: name } of codecs) {
      if (name === null) continue;
      const path = new URL(`licenses/${name.replace('/', '-')}.txt`, dist);
      expect(await readFile(path, 'utf8')).toMatch(/copyright|permission|lesser general public/i);
    }
    expect(await readFile(new URL('LICENSE', dist), 'utf8')).toContain('MIT');
  });

  it.skipIf(browser === null)(
    'converts in a browser as it lies there, unbundled, with only the files it needs',
    async () => {
      const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
      const harness = await openHarness({ folders: { dist: fileURLToPath(dist), fixtures } });
      try {
        const page = await harness.freshPage();
        const asked = new Set<string>();
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if (pathname.startsWith('/dist/')) asked.add(pathname.slice('/dist/'.length));
        });
        // As text: the test's own bundler would rewrite the import.
        const result = await page.evaluate(`(async () => {
          const { createPool } = await import('/dist/index.js');
          const picture = await (await fetch('/fixtures/grid.heic')).blob();
          const { blob, width, height } = await createPool().convert(picture);
          return { type: blob.type, width, height };
        })()`);
        expect(result).toEqual({ type: 'image/jpeg', width: 200, height: 150 });
        expect([...asked].toSorted()).toEqual([
          'index.js',
          'shared.js',
          'wasm/hevc.wasm',
          'wasm/jpeg.wasm',
          'worker.js',
        ]);
      } finally {
        await harness.close();
      }
    },
  );
});
