import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/setup.mjs';
import { openHarness } from '../bench/harness.ts';
import { codecs } from '../src/codecs.ts';
import { fixture } from '../testing/pictures.ts';
import { buildForTest, type BuiltPackage } from './package/build-for-test.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

let built: BuiltPackage;
let dist: URL;
const browser = await findBrowser();

describe('the npm package', () => {
  beforeAll(async () => {
    built = await buildForTest('package');
    dist = pathToFileURL(`${built.folder}/`);
  });
  afterAll(() => built.remove());

  test('converts in Node as it lies there', async () => {
    const { convert, EngineError } = await import(new URL('index.js', dist).href);
    const { blob, width } = await convert(new File([await fixture('grid.heic')], 'grid.heic'));
    expect([blob.type, width]).toEqual(['image/jpeg', 200]);
    await expect(convert(new Blob(['words']))).rejects.toBeInstanceOf(EngineError);
  });

  test('has a worker that starts with one file, and each other format as a file of its own', async () => {
    const worker = await readFile(new URL('worker.js', dist), 'utf8');
    expect(worker).not.toMatch(/\bimport\s*[{'"]|\bfrom\s*['"]/);
    const wasm = await readdir(new URL('wasm', dist));
    for (const [, name] of worker.matchAll(/wasm\/(\w+\.wasm)/g)) expect(wasm).toContain(name);
    const asked = [...worker.matchAll(/import\(\s*["'`]\.\/worker\/([\w-]+)\.js/g)].map(
      ([, name]) => name,
    );
    const parts = await readdir(new URL('worker', dist));
    for (const name of asked) expect(parts).toContain(`${name}.js`);
    const formats = ['avif', 'gif', 'bmp', 'jxl', 'jpeg', 'png', 'tiff', 'webp'];
    const holding = await Promise.all(
      formats.map(async (format) => {
        const holders = parts.filter((part) => part.endsWith('.map'));
        const maps = await Promise.all(
          holders.map((part) => readFile(new URL(`worker/${part}`, dist), 'utf8')),
        );
        return holders.filter((_, at) => maps[at]!.includes(`/formats/${format}/source.ts`));
      }),
    );
    expect(holding.map(({ length }) => length)).toEqual(formats.map(() => 1));
    expect(new Set(holding.flat()).size).toBe(formats.length);
  });

  test('has formats wait for no file but those that are loaded at the same time', async () => {
    const importsOf = async (part: string): Promise<string[]> => {
      const script = await readFile(new URL(`worker/${part}.js`, dist), 'utf8');
      return [...script.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, path]) => path!).toSorted();
    };
    for (const part of ['avif', 'jpeg', 'whole'])
      expect(await importsOf(part), part).toEqual(['../worker.js']);
    // Pictures of pixels are known to need `whole` before their format's file is there.
    for (const part of ['png', 'webp'])
      expect(await importsOf(part), part).toEqual(['../worker.js', './whole.js']);
  });

  test('names no file beside a script that is not there, so that every bundler finds all', async () => {
    const scripts = (await readdir(dist, { recursive: true })).filter((name) =>
      name.endsWith('.js'),
    );
    for (const script of scripts) {
      const address = new URL(script, dist);
      const code = await readFile(address, 'utf8');
      expect(code, script).not.toMatch(/import\.meta\.url\s*=[^=]/);
      for (const [, path] of code.matchAll(/new URL\(\s*["'`]([^"'`]+)["'`],\s*import\.meta\.url/g))
        await expect(
          access(new URL(path!, address)),
          `${script}: ${path}`,
        ).resolves.toBeUndefined();
    }
  });

  test("asks at the edge for none of Node's own modules", async () => {
    const files = new Set(['edge.js']);
    const outside = new Set<string>();
    for (const file of files) {
      const code = await readFile(new URL(`node/${file}`, dist), 'utf8');
      for (const [, from = ''] of code.matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];/gm)) {
        if (from.startsWith('./')) files.add(from.slice(2));
        else outside.add(from);
      }
    }
    expect(files.size).toBeGreaterThan(2);
    expect([...outside]).toEqual([]);
  });

  test('loads a small script into the page, and types that name no file it lacks', async () => {
    const index = await readFile(new URL('index.js', dist), 'utf8');
    expect(index.length).toBeLessThan(22_000);
    expect(index).not.toMatch(/from\s*['"]\.\/node\.js/);
    for (const types of ['index', 'node/index', 'run/default-pool'])
      expect(await readFile(new URL(`types/${types}.d.ts`, dist), 'utf8')).not.toMatch(/\.ts['"]/);
  });

  test('is what publint and "are the types wrong" ask for', async () => {
    const { messages } = await publint({ pkgDir: built.folder, strict: true, pack: false });
    expect(messages).toEqual([]);
    const attw = join(
      dirname(require.resolve('@arethetypeswrong/cli/package.json')),
      'dist/index.js',
    );
    const asked = ['--pack', built.folder, '--profile', 'esm-only', '--format', 'json'];
    const { stdout } = await run(process.execPath, [attw, ...asked], { maxBuffer: 2 ** 26 });
    const { problems, analysis } = JSON.parse(stdout);
    expect(Object.keys(analysis.entrypoints)).toContain('./compat/heic2any');
    // CommonJS gets the module by `require`, which Node can since 22.12; Node 10 read no `exports`.
    const others = Object.values<{ resolutionKind: string }[]>(problems)
      .flat()
      .filter(({ resolutionKind }) => !['node16-cjs', 'node10'].includes(resolutionKind));
    expect(others).toEqual([]);
  });

  test('names every codec, with the text of its license', async () => {
    const { codecs: listed } = await import(new URL('index.js', dist).href);
    expect(listed).toEqual(codecs);
    for (const { package: name } of codecs) {
      if (name === null) continue;
      const path = new URL(`licenses/${name.replace('/', '-')}.txt`, dist);
      expect(await readFile(path, 'utf8')).toMatch(/copyright|permission|lesser general public/i);
    }
    // Programs inside the packages have licenses of their own.
    const jxl = await readFile(new URL('licenses/@jsquash-jxl.txt', dist), 'utf8');
    for (const part of ['JPEG XL Project Authors', 'Redistribution and use in source', 'Brotli'])
      expect(jxl).toContain(part);
    expect(await readFile(new URL('LICENSE', dist), 'utf8')).toContain('MIT');
  });

  test.skipIf(browser === null)(
    'converts in a browser as it lies there, unbundled, with only the files it needs',
    async () => {
      const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
      const harness = await openHarness({ folders: { dist: built.folder, fixtures } });
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
        const files = await Promise.all([...asked].map((name) => readFile(new URL(name, dist))));
        const scripts = [...asked].flatMap((name, index) =>
          name.endsWith('.js') ? [files[index]!.toString()] : [],
        );
        const sizes = files.map((bytes) => gzipSync(bytes, { level: 9 }).length);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
        // With one character above U+00FF, browsers keep all of a script in two bytes a character.
        for (const script of scripts) expect(script).toMatch(/^[\0-\xff]*$/);
        // What it may ask for beside is not the whole engine for Node.
        asked.clear();
        await page.evaluate(`(async () => {
          const { createPool } = await import('/dist/index.js');
          const picture = await (await fetch('/fixtures/grid.heic')).blob();
          await createPool({ prepare: 'heic' }).convert(picture, { targetBytes: 5000 });
          const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
          await createPool().convert(new Blob([svg]));
        })()`);
        await expect.poll(() => [...asked]).toContain('prepare-workers.js');
        expect([...asked]).toContain('limit.js');
        expect([...asked]).toContain('draw-svg.js');
        expect([...asked]).not.toContain('node.js');
      } finally {
        await harness.close();
      }
    },
  );
});
