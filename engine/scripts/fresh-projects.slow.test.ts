/** The tarball, installed into projects that know nothing of this one. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/setup.mjs';
import { openHarness } from '../bench/harness.ts';
import { readPixels } from '../testing/pictures.ts';
import { buildForTest, type BuiltPackage } from './package/build-for-test.ts';

const run = promisify(execFile);
const engine = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const browser = await findBrowser();
let built: BuiltPackage | undefined;
const project = await mkdtemp(join(tmpdir(), 'stillpix-project-'));

async function write(name: string, text: string): Promise<string> {
  const path = join(project, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** Runs a program of the project, and gives what it prints. */
async function runProgram(name: string, text: string, ...flags: string[]): Promise<string> {
  const path = await write(name, text);
  const { stdout } = await run(process.execPath, [...flags, path], { cwd: project });
  return stdout.trim();
}

beforeAll(async () => {
  built = await buildForTest('fresh-projects');
  await write('package.json', JSON.stringify({ name: 'fresh', version: '1.0.0', private: true }));
  await cp(join(engine, 'fixtures/grid.heic'), join(project, 'photo.heic'));
  const pack = ['pack', built.folder, '--pack-destination', project, '--json'];
  const { stdout } = await run('npm', pack, { cwd: project });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const install = ['install', `./${filename}`, '--offline', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: project });
}, 240_000);

afterAll(async () => {
  await built?.remove();
  await rm(project, { recursive: true, force: true });
});

/** The line that a page of the package says to write, the calls it names, and its sample. */
async function readPage(name: string): Promise<{ added: string; calls: string[]; sample: string }> {
  const path = join(project, `node_modules/stillpix/docs/coming-from-${name}.md`);
  const text = await readFile(path, 'utf8');
  const [, added = ''] = /^\+ (.+)$/m.exec(text) ?? [];
  const [, sample = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  const calls = [...text.matchAll(/`(\w+\([^`…]*\))`/g)].map(([, call]) => call!);
  return { added, calls, sample };
}

/** What the samples take as given. */
const given = `
  import { readFileSync } from 'node:fs';
  const buffer = readFileSync('photo.heic');
  const [file, blob] = [new Blob([buffer]), new Blob([buffer])];
  const [type, quality] = ['image/jpeg', 0.8];
`;

describe('what the pages for those who come from another package say works as it stands', () => {
  test('heic2any', async () => {
    const { added, sample } = await readPage('heic2any');
    const program = `${added} ${given}
      const { signal } = new AbortController();
      const onProgress = () => {};
      const old = await heic2any({ blob, toType: type, quality });
      const all = await heic2any({ blob, multiple: true });
      const failed = await heic2any({ blob: 7 }).catch(({ code }) => code);
      {${sample.replace(/^import.*$/gm, '')}
        console.log(old.type, all.length, failed, blob.type);
      }`;
    const imports = sample.match(/^import.*$/gm)!.join('\n');
    expect(await runProgram('from-heic2any.mjs', `${imports}\n${program}`)).toBe(
      'image/jpeg 1 1 image/jpeg',
    );
  });

  test('heic-to', async () => {
    const { added, calls } = await readPage('heic-to');
    // Bitmaps are for pages.
    const possible = calls.filter((call) => !call.includes('bitmap'));
    expect(possible).toEqual(['heicTo({ blob, type, quality })', 'isHeic(file)']);
    const program = `${added} ${given}
      const [made, is] = [await ${possible[0]}, await ${possible[1]}];
      console.log(made.type, is);`;
    expect(await runProgram('from-heic-to.mjs', program)).toBe('image/jpeg true');
  });

  test('heic-convert', async () => {
    const { added, calls, sample } = await readPage('heic-convert');
    expect(calls[0]).toBe('convert({ buffer, format, quality })');
    const program = `${added}
      const buffer = require('node:fs').readFileSync('photo.heic');
      const [format, quality] = ['JPEG', 1];
      (async () => {
        const made = await ${calls[0]};
        const all = await convert.all({ buffer, format });
        console.log(Buffer.isBuffer(made), all.length, (await all[0].convert()).length > 100);
      })();`;
    expect(await runProgram('from-heic-convert.cjs', program)).toBe('true 1 true');
    const own = `${sample}\nconsole.log(blob.type);`;
    expect(await runProgram('from-heic-convert.mjs', own)).toBe('image/jpeg');
  });
});

describe('the installed package converts a photo', () => {
  test('in a module of Node', async () => {
    const program = `
      import { convert } from 'stillpix';
      const { blob, width, height } = await convert('photo.heic');
      console.log(blob.type, width, height);`;
    expect(await runProgram('module.mjs', program)).toBe('image/jpeg 200 150');
  });

  test('in CommonJS', async () => {
    const program = `
      const { convert } = require('stillpix');
      convert('photo.heic', { format: 'webp' }).then(({ blob }) => console.log(blob.type));`;
    expect(await runProgram('common.cjs', program)).toBe('image/webp');
  });

  test('in place of heic-convert, by changing what is required', async () => {
    const program = `
      const fs = require('node:fs');
      const convert = require('stillpix/compat/heic-convert');
      (async () => {
        const buffer = fs.readFileSync('photo.heic');
        const jpeg = await convert({ buffer, format: 'JPEG', quality: 1 });
        const images = await convert.all({ buffer, format: 'PNG' });
        fs.writeFileSync('result.jpg', jpeg);
        console.log(images.length, (await images[0].convert()).length > 100);
      })();`;
    expect(await runProgram('heic-convert.cjs', program)).toBe('1 true');
    expect(await readPixels(await readFile(join(project, 'result.jpg')))).toMatchObject({
      width: 200,
    });
  });

  test.each([
    ['heic2any', 'default({ blob })'],
    ['heic-to', "heicTo({ blob, type: 'image/png' })"],
  ])('in place of %s, in threads that leave the event loop to a server', async (name, call) => {
    const program = `
      import { readFile } from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      import threads from 'node:worker_threads';
      let started = 0;
      threads.Worker = class extends threads.Worker {
        constructor(...asked) {
          super(...asked);
          started += 1;
        }
      };
      syncBuiltinESMExports();
      const entry = await import('stillpix/compat/${name}');
      const blob = new Blob([await readFile('photo.heic')]);
      console.log((await entry.${call}).type, started > 0);`;
    expect(await runProgram('in-threads.mjs', program)).toBe('image/png true');
  });

  test('as a command', async () => {
    const command = join(project, 'node_modules/.bin/stillpix');
    await run(command, ['photo.heic', '-o', 'made/'], { cwd: project });
    expect(await readPixels(await readFile(join(project, 'made/photo.jpg')))).toMatchObject({
      height: 150,
    });
    const { stdout } = await run(command, ['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('without compiling, evaluating or reading anything, as at the edge', async () => {
    const program = `
      import { readFile } from 'node:fs/promises';
      const compiled = async (name) =>
        WebAssembly.compile(await readFile(\`node_modules/stillpix/wasm/\${name}.wasm\`));
      const modules = { 'hevc-decoder': await compiled('hevc'), 'jpeg-encoder': await compiled('jpeg') };
      const photo = new Blob([await readFile('photo.heic')]);
      const { instantiate, Module } = WebAssembly;
      WebAssembly.compile = () => { throw new Error('compiled'); };
      WebAssembly.instantiate = (source, imports) => {
        if (!(source instanceof Module)) throw new Error('compiled');
        return instantiate(source, imports);
      };
      process.getBuiltinModule = undefined;
      globalThis.MessageChannel = undefined;
      globalThis.fetch = () => { throw new Error('fetched') };
      const { convert, decode, encodeJpeg, metadata, useCodecs } = await import('stillpix/edge');
      useCodecs(modules);
      const { blob } = await convert(photo);
      const refused = await convert(photo, { format: 'webp' }).catch(({ code }) => code);
      const planes = await decode(photo, { as: 'planes' });
      const encoded = await encodeJpeg(planes);
      console.log(blob.type, refused, encoded.size === blob.size, (await metadata.read(photo)).format);`;
    const noEval = '--disallow-code-generation-from-strings';
    expect(await runProgram('edge.mjs', program, noEval)).toBe(
      'image/jpeg code-not-loaded true heic',
    );
  });

  test('with types, for Node and for bundlers', async () => {
    const program = `
      import { convert, decode, metadata, type ConvertResult } from 'stillpix';
      import { defineStillpixDrop } from 'stillpix/drop';
      import { stillpixForDropzone } from 'stillpix/dropzone';
      import { stillpixForFilePond } from 'stillpix/filepond';
      import { convertInUppy } from 'stillpix/uppy';
      import heic2any from 'stillpix/compat/heic2any';
      import { heicTo } from 'stillpix/compat/heic-to';
      import heicConvert from 'stillpix/compat/heic-convert';
      export const made: Promise<ConvertResult> = convert(new Blob([]), { quality: 90 });
      export const all = [heic2any, heicTo, heicConvert.all];
      export const parts = [defineStillpixDrop, stillpixForDropzone, stillpixForFilePond, convertInUppy];
      export const pixels: Promise<Uint8ClampedArray | Uint16Array> =
        decode(new Blob([]), { color: 'srgb' }).then(({ data }) => data);
      export const planes: Promise<Uint8Array[]> =
        decode(new Blob([]), { as: 'planes' }).then((samples) => samples.planes);
      export const stripped: Promise<Blob> = metadata.strip(new Blob([]), 'location');
      // @ts-expect-error -- no such format
      export const wrong = convert(new Blob([]), { format: 'tiff' });`;
    await write('typed.mts', program);
    await mkdir(join(project, 'node_modules/@types'), { recursive: true });
    const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const shared = [
      '--noEmit',
      '--strict',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,dom.iterable',
    ];
    for (const kind of ['nodenext', 'bundler']) {
      const module = kind === 'bundler' ? 'preserve' : kind;
      const how = ['--module', module, '--moduleResolution', kind];
      const checked = run(process.execPath, [compiler, ...shared, ...how, 'typed.mts'], {
        cwd: project,
      });
      await expect(checked).resolves.toMatchObject({ stdout: '' });
    }
  });

  test('with types in the examples of its README, under the strictest settings', async () => {
    const readme = await readFile(join(project, 'node_modules/stillpix/README.md'), 'utf8');
    const examples = [...readme.matchAll(/```(tsx?)\n([\s\S]*?)```/g)]
      // Other packages are not installed here.
      .filter(([, , code]) => !/'(@uppy\/core|filepond|dropzone)'/.test(code!));
    expect(examples.length).toBeGreaterThan(3);
    const names = await Promise.all(
      examples.map(async ([, extension, code], at) => {
        const name = `example-${at}.${extension === 'ts' ? 'mts' : extension}`;
        await write(name, `declare const photo: Blob;\n${code}\nexport {};\n`);
        return name;
      }),
    );
    const types = require.resolve('typescript/package.json');
    const compiler = join(dirname(types), 'bin/tsc');
    const checks = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
    const how = ['--target', 'es2024', '--lib', 'es2024,dom', '--jsx', 'preserve'];
    for (const kind of ['nodenext', 'bundler']) {
      const module = kind === 'bundler' ? 'preserve' : kind;
      const settings = [...checks, ...how, '--module', module, '--moduleResolution', kind];
      const { stdout } = await run(process.execPath, [compiler, ...settings, ...names], {
        cwd: project,
      }).catch(({ stdout: told }: { stdout: string }) => ({ stdout: told }));
      // React's own types are not installed either.
      const told = stdout.split('\n').filter((line) => !/JSX|jsx|^\s|implicitly has/.test(line));
      expect(told.filter((line) => line !== '')).toEqual([]);
    }
  });

  test.skipIf(browser === null)('in a page that Vite has built with its defaults', async () => {
    await write('index.html', '<script type="module" src="/main.js"></script>');
    await write(
      'main.js',
      `import { convert } from 'stillpix';
       import heic2any from 'stillpix/compat/heic2any';
       import { heicTo } from 'stillpix/compat/heic-to';
       globalThis.convertPhoto = async (photo) => {
         const { blob } = await convert(photo);
         const png = await heic2any({ blob: photo });
         const bitmap = await heicTo({ blob: photo, type: 'bitmap' });
         return [blob.type, png.type, bitmap.width, bitmap.height];
       };`,
    );
    const base = '/site/';
    await build({ root: project, base, configFile: false, logLevel: 'error' });
    await symlink(join(project, 'photo.heic'), join(project, 'dist/photo.heic'));
    const harness = await openHarness({ folders: { site: join(project, 'dist') } });
    try {
      const page = await harness.freshPage();
      await page.goto(`${harness.address}/site/index.html`);
      await page.waitForFunction('globalThis.convertPhoto');
      const result = await page.evaluate(
        `fetch('/site/photo.heic').then((answer) => answer.blob()).then(convertPhoto)`,
      );
      expect(result).toEqual(['image/jpeg', 'image/png', 200, 150]);
    } finally {
      await harness.close();
    }
  });
});
