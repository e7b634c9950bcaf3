/**
 * Converts files one after the other with the package in this process, and prints for how many milliseconds
 * the event loop was away at most meanwhile. `event-loop.ts <package's index.js> <file>...`
 */
import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { createPool as CreatePool } from '../../src/node/index.ts';

const [path = '', ...files] = process.argv.slice(2);
const { createPool } = (await import(pathToFileURL(path).href)) as {
  createPool: typeof CreatePool;
};
const pool = createPool();
// Loading the code is not what is asked about.
await pool.inspect(files[0]!);

/** Milliseconds between two looks at the clock. */
const resolution = 1;

const longest: Record<string, number> = {};
for (const file of files) {
  const options = [{}, { targetBytes: 500_000 }, { resize: { width: 1920 } }] as const;
  for (const input of [file, await readFile(file)]) {
    for (const each of options) {
      const delay = monitorEventLoopDelay({ resolution });
      delay.enable();
      await pool.convert(input, each).catch((error: { code?: string }) => {
        // The largest photo is refused for a size in bytes.
        if (error.code !== 'out-of-memory') throw error;
      });
      delay.disable();
      longest[file] = Math.max(longest[file] ?? 0, delay.max / 1e6);
    }
  }
}
pool.destroy();
console.log(JSON.stringify(longest));
