import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** Writes declarations of everything in `src`, with the extensions that programs without a bundler need. */
export async function writeTypes(engine: string, dist: string): Promise<void> {
  const types = join(dist, 'types');
  const config = join(dist, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: '../tsconfig.node.json',
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        allowJs: false,
        rootDir: '../src',
        outDir: 'types',
      },
      include: [],
      files: [
        '../src/index.ts',
        '../src/node/index.ts',
        '../src/edge/index.ts',
        '../src/compat/heic2any.ts',
        '../src/compat/heic-to.ts',
        '../src/compat/heic-convert.ts',
        '../src/compat/heic-convert-browser.ts',
        '../src/ambient.d.ts',
      ],
    }),
  );
  execFileSync(process.execPath, [compiler, '-p', config], { stdio: 'inherit' });
  await rm(config);
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(types, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/(from\s+'\.[^']*|import\('\.[^']*)\.ts'/g, "$1.js'"));
  }
}
