/**
 * Builds engine/dist: the npm package, ready for `npm pack`. Scripts for pages, workers and Node, the
 * command, types, licenses, and each codec's WebAssembly as a file of its own. Run it with
 * `npm run package -w engine`; with a path it writes there instead.
 */
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeManual } from '../cli/help.ts';
import { bundleAll, dist } from './package/bundle.ts';
import { writeLicenses } from './package/licenses.ts';
import { writeManifest } from './package/manifest.ts';
import { writeTypes } from './package/types.ts';

const engine = join(import.meta.dirname, '..');

async function writeCommand(): Promise<void> {
  const path = join(dist, 'node/stillpix.js');
  await writeFile(path, `#!/usr/bin/env node\n${await readFile(path, 'utf8')}`);
  await chmod(path, 0o755);
  await writeFile(join(dist, 'stillpix.1'), writeManual());
}

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, 'wasm'), { recursive: true });
await bundleAll();
await writeTypes(engine, dist);
await writeLicenses(engine, dist);
await writeManifest(engine, dist);
await writeCommand();
for (const file of (await readdir(dist, { recursive: true })).filter((name) =>
  /\.(js|wasm)$/.test(name),
)) {
  console.log(`${file} ${(await readFile(join(dist, file))).length} bytes`);
}
