import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The name in the registry; inside the project the workspace has another. */
const packageName = 'stillpix';

/** For pages, and wherever there is no better entry. */
const forPages = { types: './types/index.d.ts', default: './index.js' };

const forNode = { types: './types/node/index.d.ts', default: './node/index.js' };

/** Where nothing is compiled while a program runs. */
const forEdge = { types: './types/edge/index.d.ts', default: './node/edge.js' };

/** Entries that take the place of another package: in Node on threads, in workers wherever there is no better one. */
function inPlaceOf(name: string, typesForPages = name) {
  const pages = {
    types: `./types/compat/${typesForPages}.d.ts`,
    default: `./compat/${name}.js`,
  };
  const node = { types: `./types/compat/${name}.d.ts`, default: `./node/${name}.js` };
  return { browser: pages, node, ...pages };
}

/** Parts for other widgets, which run in browsers and can be imported anywhere. */
function widget(name: string) {
  return { types: `./types/widgets/${name}.d.ts`, default: `./widgets/${name}.js` };
}

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
    keywords: ['heic', 'heif', 'avif', 'jxl', 'webp', 'jpeg', 'convert', 'wasm'],
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22.12' },
    bin: { stillpix: 'node/stillpix.js' },
    man: ['stillpix.1'],
    exports: {
      '.': {
        workerd: forEdge,
        'edge-light': forEdge,
        browser: forPages,
        deno: forNode,
        bun: forNode,
        node: forNode,
        ...forPages,
      },
      './node': forNode,
      './edge': forEdge,
      './compat/heic2any': inPlaceOf('heic2any'),
      './compat/heic-to': inPlaceOf('heic-to'),
      './compat/heic-convert': inPlaceOf('heic-convert', 'heic-convert-browser'),
      './uppy': widget('uppy'),
      './filepond': widget('filepond'),
      './dropzone': widget('dropzone'),
      './react': widget('react'),
      './drop': widget('drop'),
      './wasm/*.wasm': { types: './types/wasm-module.d.ts', default: './wasm/*.wasm' },
      './package.json': './package.json',
    },
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
    publishConfig: { access: 'public', provenance: true },
  };
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ['README.md', 'CHANGELOG.md']) await cp(join(engine, name), join(dist, name));
  await cp(join(engine, 'docs'), join(dist, 'docs'), { recursive: true });
}
