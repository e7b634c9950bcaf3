import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const typeRoot = dirname(dirname(require.resolve('@types/node/package.json')));

/** What `exports` of the package names, and what declares what no package does. */
const entries = [
  'index.ts',
  'node/index.ts',
  'edge/index.ts',
  'compat/heic2any.ts',
  'compat/heic-to.ts',
  'compat/heic-convert.ts',
  'compat/heic-convert-browser.ts',
  'widgets/uppy.ts',
  'widgets/filepond.ts',
  'widgets/dropzone.ts',
  'widgets/react.ts',
  'widgets/drop.ts',
  'ambient.d.ts',
];

/** What importing a codec gives, where a runtime compiles what is imported. */
const wasmModule = `declare const codec: WebAssembly.Module;
export default codec;
`;

/** Writes declarations of everything in `src`, with the extensions that programs without a bundler need. */
export async function writeTypes(engine: string, dist: string): Promise<void> {
  const types = join(dist, 'types');
  const config = join(dist, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: join(engine, 'tsconfig.node.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        allowJs: false,
        rootDir: join(engine, 'src'),
        outDir: 'types',
        // The compiler would look for it above the package, which may be written outside the project.
        typeRoots: [typeRoot],
      },
      include: [],
      files: entries.map((entry) => join(engine, 'src', entry)),
    }),
  );
  execFileSync(process.execPath, [compiler, '-p', config], { stdio: 'inherit' });
  await rm(config);
  await writeFile(join(types, 'wasm-module.d.ts'), wasmModule);
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(types, file);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replaceAll(/((?:from\s+|import\()['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'),
    );
  }
}
