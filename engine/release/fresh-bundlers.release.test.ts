/** The tarball in projects of other bundlers and runtimes, which are installed for it. Run it with `npm run fresh-projects` before a release. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from '../bench/harness.ts';
import { buildForTest } from '../scripts/package/build-for-test.ts';

const run = promisify(execFile);
const photo = fileURLToPath(new URL('../fixtures/grid.heic', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'stillpix-release-'));
let tarball = '';
let harness: Harness;

beforeAll(async () => {
  const built = await buildForTest('release');
  const pack = ['pack', built.folder, '--pack-destination', folder, '--json'];
  const { stdout } = await run('npm', pack, { cwd: folder });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  tarball = join(folder, filename);
  await built.remove();
  harness = await openHarness({ folders: { projects: folder, fixtures: dirname(photo) } });
}, 300_000);

afterAll(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A project with the package and what else it names. */
async function newProject(
  name: string,
  packages: string[],
  files: Record<string, string>,
): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  const manifest = { name, version: '1.0.0', private: true, type: 'module' };
  const all = { 'package.json': JSON.stringify(manifest), ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', tarball, ...packages, ...quiet], { cwd: project });
  return project;
}

const bin = (project: string, name: string): string => join(project, 'node_modules/.bin', name);

const markup = (script: string): string =>
  `<!doctype html><title>Fresh</title><script type="module" src="${script}"></script>`;

const program = `
  import { convert } from 'stillpix';
  globalThis.convertPhoto = async (photo) => {
    const { blob, width, height } = await convert(photo);
    return [blob.type, width, height];
  };`;

/** Opens a built page and has it convert the photo. */
async function convertIn(path: string): Promise<unknown> {
  const page = await harness.freshPage();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.goto(`${harness.address}/projects/${path}`);
  await page.waitForFunction('globalThis.convertPhoto', null, { timeout: 30_000 });
  const result = await page.evaluate(
    `fetch('/fixtures/grid.heic').then((answer) => answer.blob()).then(convertPhoto)`,
  );
  expect(failures).toEqual([]);
  return result;
}

describe('the installed package converts a photo in a page', () => {
  test('without any bundler', async () => {
    const project = await newProject('plain', [], {});
    const map = JSON.stringify({ imports: { stillpix: './node_modules/stillpix/index.js' } });
    const page = `<!doctype html><script type="importmap">${map}</script><script type="module">${program}</script>`;
    await writeFile(join(project, 'index.html'), page);
    expect(await convertIn('plain/index.html')).toEqual(['image/jpeg', 200, 150]);
  });

  test('that esbuild has built, with worker and codecs copied beside it', async () => {
    const files = { 'main.js': program, 'out/index.html': markup('./main.js') };
    const project = await newProject('esbuild', ['esbuild@0.28.2'], files);
    const options = ['main.js', '--bundle', '--format=esm', '--outfile=out/main.js'];
    await run(bin(project, 'esbuild'), options, { cwd: project });
    for (const name of ['worker.js', 'worker', 'wasm']) {
      const from = join(project, 'node_modules/stillpix', name);
      await cp(from, join(project, 'out', name), { recursive: true });
    }
    expect(await convertIn('esbuild/out/index.html')).toEqual(['image/jpeg', 200, 150]);
  });

  test('that webpack has built', async () => {
    const packages = ['webpack@5.112.2', 'webpack-cli@7.3.1'];
    const files = { 'main.js': program, 'dist/index.html': markup('./main.js') };
    const project = await newProject('webpack', packages, files);
    const options = ['--entry', './main.js', '--mode', 'production'];
    await run(bin(project, 'webpack'), options, { cwd: project });
    expect(await convertIn('webpack/dist/index.html')).toEqual(['image/jpeg', 200, 150]);
  });

  test('of Next.js with the app router, which renders it on the server first', async () => {
    const packages = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];
    const project = await newProject('next', packages, {
      'next.config.mjs': `export default { output: 'export', basePath: '/projects/next/out' };`,
      'app/layout.jsx': `export default function Layout({ children }) {
        return <html lang="en"><body>{children}</body></html>;
      }`,
      'app/page.jsx': `import { Photos } from './photos.jsx';
        export default function Page() { return <main><Photos /></main>; }`,
      'app/photos.jsx': `'use client';
        import { useEffect } from 'react';
        import { convert } from 'stillpix';
        import { useStillpix } from 'stillpix/react';
        export function Photos() {
          const { photos } = useStillpix();
          useEffect(() => {
            globalThis.convertPhoto = async (photo) => {
              const { blob, width, height } = await convert(photo);
              return [blob.type, width, height];
            };
          }, []);
          return <p>{photos.length} photos</p>;
        }`,
    });
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
    await run(bin(project, 'next'), ['build'], { cwd: project, env });
    expect(await convertIn('next/out/index.html')).toEqual(['image/jpeg', 200, 150]);
  });
});

describe('the installed package converts a photo in another runtime', () => {
  const files = {
    'main.js': `import { convert } from 'stillpix';
      const { blob, width, height } = await convert(process.argv[2]);
      console.log(blob.type, width, height);
      process.exit(0);`,
  };

  test('in Deno', async () => {
    const project = await newProject('deno', ['deno@2.9.6'], files);
    const options = ['run', '--allow-all', '--no-remote', 'main.js', photo];
    const { stdout } = await run(bin(project, 'deno'), options, { cwd: project });
    expect(stdout.trim()).toBe('image/jpeg 200 150');
  });

  test('in Bun', async () => {
    const project = await newProject('bun', ['bun@1.4.5'], files);
    const { stdout } = await run(bin(project, 'bun'), ['main.js', photo], { cwd: project });
    expect(stdout.trim()).toBe('image/jpeg 200 150');
  });
});
