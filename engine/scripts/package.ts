/**
 * Builds engine/dist: the npm package. One script for pages and Node, one for workers, types, and
 * each codec's WebAssembly as a file of its own. Run it with `npm run package -w engine`.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rolldown, type OutputOptions, type Plugin, type RolldownOutput } from 'rolldown';
import { codecs } from '../src/codecs.ts';

const engine = join(import.meta.dirname, '..');
const dist = join(engine, 'dist');
const wasmFolder = join(dist, 'wasm');
const require = createRequire(import.meta.url);

/** The codecs' URLs point next to the script, in the form that bundlers and Node understand. */
const wasmUrls: Plugin = {
  name: 'wasm-urls',
  async transform(code, id) {
    if (!id.endsWith('wasm/files.ts')) return null;
    const files: string[] = [];
    const moved = code.replaceAll(/new URL\(['"]([^'"]+\.wasm)['"]/g, (_, path: string) => {
      const file = path.startsWith('.') ? join(dirname(id), path) : require.resolve(path);
      files.push(file);
      return `new URL('./wasm/${basename(file)}'`;
    });
    if (files.length === 0) throw new Error('No codec found');
    await Promise.all(files.map((file) => cp(file, join(wasmFolder, basename(file)))));
    return moved;
  },
};

/** libheif's loader looks for Node to read files; the engine always hands it compiled code instead. */
const withoutNodeLoader: Plugin = {
  name: 'without-node-loader',
  transform(code, id) {
    if (!id.endsWith('libheif-wasm/libheif.js')) return null;
    const isNode =
      /typeof process=="object"&&typeof process\.versions=="object"&&typeof process\.versions\.node=="string"/;
    if (!isNode.test(code)) throw new Error("libheif's loader has changed");
    return code.replace(isNode, 'false');
  },
};

/** Brotli's loader would fetch its code from beside the script; the engine hands it compiled code. */
const withoutBrotliLoader: Plugin = {
  name: 'without-brotli-loader',
  transform(code, id) {
    if (!id.endsWith('brotli_dec_wasm.js')) return null;
    const url = 'new URL("brotli_dec_wasm_bg.wasm",import.meta.url)';
    if (!code.includes(url)) throw new Error("Brotli's loader has changed");
    return code.replace(url, 'void 0');
  },
};

const workerUrl: Plugin = {
  name: 'worker-url',
  transform(code, id) {
    return id.endsWith('pool.ts') ? code.replace('./worker.ts', './worker.js') : null;
  },
};

/** The modules of the entry and of what it imports at once; the rest is loaded when it is asked for. */
function modulesAtStart(chunks: RolldownOutput['output']): Set<string> {
  const byName = new Map(
    chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])),
  );
  const modules = new Set<string>();
  const queue = [...byName.values()].filter(({ isEntry }) => isEntry);
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    for (const id of chunk.moduleIds) modules.add(id);
    queue.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []));
  }
  return modules;
}

const entries = { index: 'index.ts', worker: 'run/worker.ts' };

/** The worker is one file; the page's script leaves what only Node needs to a second one. */
async function bundle(entry: keyof typeof entries): Promise<void> {
  const build = await rolldown({
    input: join(engine, 'src', entries[entry]),
    platform: 'browser',
    // Pages and Node share the script.
    resolve: { alias: { '#local-pool': join(engine, 'src/run/local-pool.ts') } },
    external: ['fs', 'path', 'crypto'],
    plugins: [wasmUrls, withoutNodeLoader, withoutBrotliLoader, workerUrl],
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
  });
  const options: OutputOptions = {
    dir: dist,
    format: 'es',
    minify: true,
    entryFileNames: `${entry}.js`,
  };
  if (entry === 'worker') {
    await build.write({ ...options, codeSplitting: false });
  } else {
    const atStart = modulesAtStart((await build.generate(options)).output);
    const own = join(engine, 'src', entries[entry]);
    const groups = [
      // What both parts need, in one file: each further one is a way to the server and back.
      { name: 'shared', test: (id: string) => atStart.has(id) && id !== own },
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

async function writeTypes(): Promise<void> {
  const types = join(dist, 'types');
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    join(engine, 'src'),
    '--outDir',
    types,
  ];
  execFileSync(process.execPath, [compiler, '-p', join(engine, 'tsconfig.json'), ...options], {
    stdio: 'inherit',
  });
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(types, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/(from\s+'\.[^']*|import\('\.[^']*)\.ts'/g, "$1.js'"));
  }
}

/** The licenses of what is inside, as their texts ask. */
async function writeLicenses(): Promise<void> {
  const folder = join(dist, 'licenses');
  await mkdir(folder, { recursive: true });
  await cp(join(engine, '../LICENSE'), join(dist, 'LICENSE'));
  for (const { package: name, license } of codecs) {
    if (!name) continue;
    const root = dirname(findPackageJSON(name, import.meta.url)!);
    const files = (await readdir(root, { recursive: true })).filter((file) =>
      /license(\.codec|-\w+)?(\.md|\.txt)?$/i.test(file),
    );
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
    const text = [`${name}: ${license}`, ...new Set(texts)].join('\n\n');
    await writeFile(join(folder, `${name.replace('/', '-')}.txt`), text);
  }
}

async function writeManifest(): Promise<void> {
  const { name, version, license, description } = JSON.parse(
    await readFile(join(engine, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './types/index.d.ts', default: './index.js' } },
  };
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(engine, 'README.md'), join(dist, 'README.md'));
}

await rm(dist, { recursive: true, force: true });
await mkdir(wasmFolder, { recursive: true });
await bundle('index');
await bundle('worker');
await writeTypes();
await writeLicenses();
await writeManifest();
for (const file of (await readdir(dist, { recursive: true })).filter((name) =>
  /\.(js|wasm)$/.test(name),
)) {
  console.log(`${file} ${(await readFile(join(dist, file))).length} bytes`);
}
