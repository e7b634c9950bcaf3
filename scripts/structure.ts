// `npm run structure`: what a reader should look at when the house gets crowded. It fails nothing;
// people judge. What must hold is checked in scripts/structure.test.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findImportCycles, readImports } from './imports.ts';
import {
  findSharedNames,
  measureFiles,
  measureFolders,
  measureFunctions,
  type Measured,
} from './measure-structure.ts';

const root = join(import.meta.dirname, '..');
const rows = 15;

const imports = readImports(root, ['engine', 'contract', 'server', 'web']);
const files = imports
  .map(({ file }) => file)
  .filter((file) => file.includes('/src/') && !/\.test\.tsx?$/.test(file))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

function print(title: string, measured: readonly Measured[]): void {
  console.log(`\n${title}`);
  for (const { name, count } of measured.slice(0, rows)) {
    console.log(`${String(count).padStart(6)}  ${name}`);
  }
}

print('Files in a folder (more than 25 want rooms)', measureFolders(files));
print('Lines of a file (look at 300, argue at 400)', measureFiles(files));
print('Lines of a function', measureFunctions(files));

console.log('\nNames that several files declare');
for (const { name, count, paths } of findSharedNames(files).slice(0, 2 * rows)) {
  console.log(`${String(count).padStart(6)}  ${name}: ${paths.join(', ')}`);
}

const cycles = findImportCycles(imports);
console.log(`\nCycles where there may be none: ${cycles.length > 0 ? cycles.join('; ') : 'none'}`);
