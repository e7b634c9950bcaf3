// Compiles every engine/assembly/<name>/index.ts to engine/build/<name>.wasm.
//
//   node scripts/build-wasm.ts [--names] [name...]
//
// What is newer than its sources (and this script) is left alone. `--names` keeps the function
// names in the binary, for profilers; such a build is replaced by the next plain one.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const engineFolder = fileURLToPath(new URL('..', import.meta.url));
const sourceFolder = join(engineFolder, 'assembly');
const outputFolder = join(engineFolder, 'build');

// The modules manage their memory themselves (no garbage collector, no allocator), check their
// input where it is read, and are told about misuse by a trap instead of a message.
const compilerOptions = [
  '-O3',
  '--converge',
  '--noAssert',
  '--uncheckedBehavior',
  'always',
  '--enable',
  'simd',
  '--runtime',
  'stub',
  '--use',
  'abort=',
];

/** For modules that are never shipped: Safari lacks relaxed SIMD. */
const moduleOptions: Record<string, string[]> = { ssimulacra2: ['--enable', 'relaxed-simd'] };

async function newestChange(path: string): Promise<number> {
  const entry = await stat(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const children = await readdir(path);
  const times = await Promise.all(children.map((child) => newestChange(join(path, child))));
  return Math.max(entry.mtimeMs, ...times);
}

async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    (entry) => entry.mtimeMs,
    () => 0,
  );
}

async function compile(name: string, names: boolean): Promise<void> {
  const output = join(outputFolder, `${name}.wasm`);
  const marker = join(outputFolder, `${name}.names`);
  const built = await ageOf(output);
  const named = (await ageOf(marker)) > 0;
  const changed = Math.max(
    await newestChange(join(sourceFolder, name)),
    // Constants that a module shares with the code that calls it.
    await ageOf(join(engineFolder, 'src', name, 'fields.ts')),
    await newestChange(fileURLToPath(import.meta.url)),
  );
  if (built > changed && named === names) return;

  let complaints = '';
  const options = [
    `assembly/${name}/index.ts`,
    '--baseDir',
    engineFolder,
    '--outFile',
    `build/${name}.wasm`,
    ...compilerOptions,
    ...(moduleOptions[name] ?? []),
    ...(names ? ['--debug'] : []),
  ];
  const stderr = {
    write(text: string | Uint8Array): void {
      complaints += typeof text === 'string' ? text : new TextDecoder().decode(text);
    },
  };
  const { error } = await main(options, { stderr });
  if (error) throw new Error(`${name}: ${error.message}\n${complaints}`);
  await (names ? writeFile(marker, '') : rm(marker, { force: true }));
  console.log(`${name}.wasm ${(await readFile(output)).length} bytes`);
}

const args = process.argv.slice(2);
const names = args.includes('--names');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const folders = await readdir(sourceFolder, { withFileTypes: true }).catch(() => []);
const modules = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
await mkdir(outputFolder, { recursive: true });
for (const name of wanted.length > 0 ? wanted : modules) await compile(name, names);
