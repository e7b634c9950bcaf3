import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name in the registry; inside the project the workspace has another. */
const packageName = 'stillpix';

/** For pages, and wherever there is no better entry. */
const forPages = { types: './types/index.d.ts', default: './index.js' };

const forNode = { types: './types/node/index.d.ts', default: './node/index.js' };

/** Writes the package's own package.json and README. */
export async function writeManifest(engine: string, dist: string): Promise<void> {
  const { version, license, description } = JSON.parse(
    await readFile(join(engine, 'package.json'), 'utf8'),
  );
  const manifest = {
    name: packageName,
    version,
    description,
    license,
    keywords: ['heic', 'heif', 'avif', 'webp', 'jpeg', 'convert', 'wasm'],
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22.12' },
    bin: { stillpix: 'node/stillpix.js' },
    man: ['stillpix.1'],
    exports: {
      '.': { browser: forPages, deno: forNode, bun: forNode, node: forNode, ...forPages },
      './node': forNode,
      './package.json': './package.json',
    },
    publishConfig: { access: 'public', provenance: true },
  };
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(engine, 'README.md'), join(dist, 'README.md'));
}
