// What the pages for developers show of the npm package: its reference, from the docstrings, and its sizes.
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Application } from 'typedoc';
import type { Plugin } from 'vite';
import { writeReference } from './write-reference.ts';

const name = 'virtual:package-reference';
const root = join(import.meta.dirname, '..');

/** Entries in the order they are shown; the first one's names need no prefix. */
const entries = [
  { module: 'stillpix', types: 'index' },
  { module: 'stillpix/node', types: 'node/index' },
  { module: 'stillpix/edge', types: 'edge/index' },
  { module: 'stillpix/uppy', types: 'widgets/uppy' },
  { module: 'stillpix/filepond', types: 'widgets/filepond' },
  { module: 'stillpix/dropzone', types: 'widgets/dropzone' },
  { module: 'stillpix/react', types: 'widgets/react' },
  { module: 'stillpix/drop', types: 'widgets/drop' },
];

/** A file of the package as a visitor would fetch it. */
interface FileSize {
  file: string;
  bytes: number;
  gzip: number;
}

async function buildPackage(folder: string): Promise<void> {
  const script = join(root, 'engine/scripts/package.ts');
  await promisify(execFile)(process.execPath, [script, folder], { maxBuffer: 2 ** 24 });
}

async function measureFiles(folder: string): Promise<FileSize[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.(js|wasm)$/.test(file) && !file.startsWith('node'),
  );
  return Promise.all(
    files.toSorted().map(async (file) => {
      const bytes = await readFile(join(folder, file));
      return { file, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
    }),
  );
}

async function describeTypes(folder: string): Promise<string> {
  const tsconfig = join(folder, 'tsconfig.json');
  const compilerOptions = {
    module: 'preserve',
    moduleResolution: 'bundler',
    target: 'es2024',
    skipLibCheck: true,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    noEmit: true,
  };
  await writeFile(tsconfig, JSON.stringify({ compilerOptions, include: ['types'] }));
  const application = await Application.bootstrap({
    tsconfig,
    entryPoints: entries.map(({ types }) => join(folder, 'types', `${types}.d.ts`)),
    basePath: join(folder, 'types'),
    logLevel: 'Error',
    readme: 'none',
    excludeExternals: true,
    excludePrivate: true,
  });
  const project = await application.convert();
  if (!project) throw new Error("The package's types cannot be described; see the messages above");
  return writeReference(project, entries);
}

/** Nobody waits for it at each start. */
const inDevelopment = `export default { reference: 'The build of the site writes it here.', sizes: [] };`;

/** Builds the package once, and gives its reference as Markdown and its files' sizes. */
export function packageReference(): Plugin {
  let loaded: Promise<string> | undefined;
  let isBuild = false;
  const load = async (): Promise<string> => {
    const folder = join(root, '.cache/packages', `site-${process.pid}`);
    try {
      await buildPackage(folder);
      const sizes = await measureFiles(folder);
      const reference = await describeTypes(folder);
      return `export default ${JSON.stringify({ reference, sizes })};`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    name: 'package-reference',
    sharedDuringBuild: true,
    config: (_, { command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      return isBuild ? (loaded ??= load()) : inDevelopment;
    },
  };
}
