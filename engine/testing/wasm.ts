import { readFile } from 'node:fs/promises';

/** A module that `npm run build` compiled from `assembly/`. */
export async function compiledModule(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`../build/${name}.wasm`, import.meta.url)));
}
