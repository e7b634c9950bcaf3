/**
 * The engine's face where there are neither threads nor files, and nothing may be compiled while a program
 * runs: edge runtimes. Codecs come as compiled modules, which such runtimes make of imported `.wasm` files.
 */
import { createLocalPool } from '../run/local-pool.ts';
import type { Pool } from '../run/pool.ts';
import { shortcutsTo } from '../run/shortcuts.ts';
import type { WasmName } from '../wasm/files.ts';
import { takeModule } from '../wasm/load.ts';

export * from '../index.ts';

/** Codecs by name; which one a conversion needs is in the README. */
export type CodecModules = Partial<Record<WasmName, WebAssembly.Module>>;

/** Gives the engine its codecs. A conversion that needs another one rejects with `code-not-loaded`. */
export function useCodecs(modules: CodecModules): void {
  for (const [name, module] of Object.entries(modules))
    takeModule({ kind: 'module', name: name as WasmName, module });
}

/** A pool that converts in the calling thread, one file after the other. */
export function createPool(): Pool {
  return createLocalPool();
}

const shortcuts = shortcutsTo(createPool);

/** Converts one file in the calling thread. See `Pool.convert`. */
export const convert = shortcuts.convert;

/** Reads one file's header in the calling thread. See `Pool.inspect`. */
export const inspect = shortcuts.inspect;

/** The small picture inside one file, in the calling thread. See `Pool.thumbnail`. */
export const thumbnail = shortcuts.thumbnail;

/** Decodes one file to pixels or planes in the calling thread. See `Pool.decode`. */
export const decode = shortcuts.decode;

/** Encodes pixels or planes to a JPEG in the calling thread. See `Pool.encodeJpeg`. */
export const encodeJpeg = shortcuts.encodeJpeg;

/** Reads, strips and copies metadata in the calling thread. See `MetadataTools`. */
export const metadata = shortcuts.metadata;
