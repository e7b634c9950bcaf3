/** Bundles the package's scripts: one for pages, one for their workers, and those of Node in parts. */
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import {
  rolldown,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  type RolldownOutput,
} from 'rolldown';

import { codecPlugins, workerChunks } from './worker-build.ts';

const engine = join(import.meta.dirname, '../..');
/** Where the package is written: `engine/dist`, or the folder that the command names. */
export const dist = resolve(process.argv[2] ?? join(engine, 'dist'));
const wasmFolder = join(dist, 'wasm');
const require = createRequire(import.meta.url);

/** A change inside lines: source maps stay right as they are. */
const unmoved = (code: string) => ({ code, map: null });

/**
 * The codecs' URLs point to the folder `wasm`, in the form that bundlers and Node understand.
 *
 * @param up from the script to the package's root.
 */
function wasmUrls(up: './' | '../'): Plugin {
  return {
    name: 'wasm-urls',
    async transform(code, id) {
      if (!id.endsWith('wasm/files.ts')) return null;
      const files: string[] = [];
      const moved = code.replaceAll(/new URL\(['"]([^'"]+\.wasm)['"]/g, (_, path: string) => {
        const file = path.startsWith('.') ? join(dirname(id), path) : require.resolve(path);
        files.push(file);
        return `new URL('${up}wasm/${basename(file)}'`;
      });
      if (files.length === 0) throw new Error('No codec found');
      await Promise.all(files.map((file) => cp(file, join(wasmFolder, basename(file)))));
      // Paths are for sources alone.
      return unmoved(moved.replaceAll(/\bpath: '[^']+'/g, "path: ''"));
    },
  };
}

/** At the edge these packages' loaders would ask for Node's modules, and bundlers would look for what they fetch. */
const withoutPackageLoaders: Plugin = {
  name: 'without-package-loaders',
  transform(code, id) {
    if (!/@jsquash\/\w+\/codec\/(dec|enc)\//.test(id)) return null;
    const url = /new URL\("\w+\.wasm",import\.meta\.url\)\.href/;
    // An assignment that is no JavaScript any more once webpack has written the address in its place.
    const fallback = 'if(import.meta.url===undefined){import.meta.url="https://localhost"}';
    if (!url.test(code) || !code.includes(fallback))
      throw new Error(`${id}: the loader has changed`);
    return unmoved(code.replace(url, '""').replace(fallback, ''));
  },
};

/** Brotli's loader would fetch its code from beside the script; the engine hands it compiled code. */
const withoutBrotliLoader: Plugin = {
  name: 'without-brotli-loader',
  transform(code, id) {
    if (!id.endsWith('brotli_dec_wasm.js')) return null;
    const url = 'new URL("brotli_dec_wasm_bg.wasm",import.meta.url)';
    if (!code.includes(url)) throw new Error("Brotli's loader has changed");
    return unmoved(code.replace(url, 'void 0'));
  },
};

const withoutLoaders = [...codecPlugins, withoutBrotliLoader, withoutPackageLoaders];

const workerUrls: Plugin = {
  name: 'worker-urls',
  transform(code, id) {
    if (id.endsWith('run/create-pool.ts'))
      return unmoved(code.replace('./workers/worker.ts', './worker.js'));
    return id.endsWith('thread-worker.ts')
      ? unmoved(code.replace('./thread.ts', './thread.js'))
      : null;
  },
};

/** The modules of some parts, and of what they import at once; the rest is loaded when it is asked for. */
function modulesAtStart(
  chunks: RolldownOutput['output'],
  isFirst: (chunk: OutputChunk) => boolean,
): Set<string> {
  const byName = new Map(
    chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])),
  );
  const modules = new Set<string>();
  const queue = [...byName.values()].filter(isFirst);
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    for (const id of chunk.moduleIds) modules.add(id);
    queue.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []));
  }
  return modules;
}

const source = (path: string): string => join(engine, 'src', path);

/** What a page imports. */
const pageEntries = {
  index: source('index.ts'),
  'compat/heic2any': source('compat/heic2any.ts'),
  'compat/heic-to': source('compat/heic-to.ts'),
  'compat/heic-convert': source('compat/heic-convert-browser.ts'),
  'widgets/uppy': source('widgets/uppy.ts'),
  'widgets/filepond': source('widgets/filepond.ts'),
  'widgets/dropzone': source('widgets/dropzone.ts'),
  'widgets/react': source('widgets/react.ts'),
  'widgets/drop': source('widgets/drop.ts'),
};

/** The worker starts with one file; a page's script leaves what only Node needs to a second one. */
async function bundleForPages(input: Record<string, string>): Promise<void> {
  const build = await rolldown({
    input,
    platform: 'browser',
    // Pages and Node share the script.
    resolve: {
      alias: { '#local-pool': source('run/local-pool.ts'), '#convert': source('index.ts') },
    },
    external: ['fs', 'path', 'crypto', 'react'],
    plugins: [wasmUrls('./'), ...withoutLoaders, workerUrls],
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
  });
  const options: OutputOptions = {
    dir: dist,
    format: 'es',
    minify: true,
    sourcemap: true,
    entryFileNames: '[name].js',
    // Next.js and others ask it of what has state.
    banner: ({ name }) => (name === 'widgets/react' ? "'use client';" : ''),
  };
  if ('worker' in input) {
    // All that every photo needs in one file, and each format that not every photo is in by itself.
    await build.write({
      ...options,
      chunkFileNames: ({ facadeModuleId, moduleIds, name }) => {
        // What several formats share has no module that it is for; it is called like its last one.
        const module = facadeModuleId ?? moduleIds.at(-1) ?? '';
        const [, format, part] = /formats\/(\w+)\/([\w-]+)\.ts$/.exec(module) ?? [];
        const isNamedBy = facadeModuleId !== null || part === name;
        return `worker/${format && isNamedBy ? `${format}-${part}` : name}.js`;
      },
      codeSplitting: workerChunks,
    });
  } else {
    const { output } = await build.generate(options);
    const atStart = modulesAtStart(output, ({ isEntry }) => isEntry);
    const later = (name: string, path: string) => {
      const modules = modulesAtStart(output, (chunk) => chunk.facadeModuleId === source(path));
      if (modules.size === 0) throw new Error(`${path} is no part of its own`);
      return { name, test: (id: string) => modules.has(id) };
    };
    const own = (id: string): boolean =>
      Object.values(input).includes(id) || /\/src\/(compat|widgets)\//.test(id);
    const groups = [
      // What all parts need, in one file: each further one is a way to the server and back.
      { name: 'shared', test: (id: string) => atStart.has(id) && !own(id) },
      // Beside what only Node needs, these would bring all of that to a page.
      later('prepare-workers', 'run/prepare-workers.ts'),
      later('limit', 'run/conversion/make-in-limit.ts'),
      later('draw-svg', 'run/draw-svg.ts'),
      { name: 'node', test: (id: string) => !atStart.has(id) && !id.startsWith('\0rolldown') },
    ];
    await build.write({
      ...options,
      chunkFileNames: '[name].js',
      codeSplitting: { groups, includeDependenciesRecursively: false },
    });
  }
  await build.close();
}

/**
 * Files that do something as soon as they are loaded, or ask for Node's own modules, which the edge has not:
 * neither may lie in one file with what others load.
 */
const ofItsOwn =
  /[\\/](run[\\/]workers[\\/]worker|src[\\/]node[\\/][\w-]+|edge[\\/]index|compat[\\/]heic-convert)\.ts$/;

/**
 * A thread starts with one file for the engine, which takes half the time of many small ones; each format is a
 * part of its own, and errors show readable lines.
 */
async function bundleForNode(): Promise<void> {
  const build = await rolldown({
    input: {
      index: source('node/index.ts'),
      thread: source('node/thread.ts'),
      edge: source('edge/index.ts'),
      'heic-convert': source('compat/heic-convert.ts'),
      heic2any: source('compat/heic2any.ts'),
      'heic-to': source('compat/heic-to.ts'),
      stillpix: join(engine, 'cli/main.ts'),
    },
    platform: 'node',
    resolve: {
      alias: { '#local-pool': source('run/no-local-pool.ts'), '#convert': source('node/index.ts') },
    },
    // The calls for pages, whose names others take here, would bring the worker for pages along.
    treeshake: { moduleSideEffects: [{ test: /run[\\/]default-pool\.ts$/, sideEffects: false }] },
    plugins: [wasmUrls('../'), ...withoutLoaders, workerUrls],
    preserveEntrySignatures: 'allow-extension',
  });
  const options: OutputOptions = {
    dir: join(dist, 'node'),
    format: 'es',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  };
  const { output } = await build.generate(options);
  const startsWith = (entry: string) => {
    const modules = modulesAtStart(output, ({ isEntry, name }) => isEntry && name === entry);
    return (id: string): boolean => modules.has(id) && !ofItsOwn.test(id);
  };
  const groups = [
    { name: 'pool', test: startsWith('index') },
    { name: 'engine', test: startsWith('thread') },
    { name: 'command', test: /[\\/]cli[\\/](?!main\.ts)/ },
    ...(workerChunks.groups ?? []).filter(({ tags }) => !tags),
  ];
  await build.write({
    ...options,
    codeSplitting: { groups, includeDependenciesRecursively: false },
  });
  await build.close();
}

/** Writes all scripts, and the codecs' WebAssembly as files of their own. */
export async function bundleAll(): Promise<void> {
  await bundleForPages(pageEntries);
  await bundleForPages({ worker: source('run/workers/worker.ts') });
  await bundleForNode();
}
