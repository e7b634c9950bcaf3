// `npm run dev`: web, server and engine, each reloading on change. The site's development server
// prints its address and passes API calls on to the server on PORT.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, environment, requireNode, root, run } from './setup.mjs';

await ensureInstalled();
requireNode();
const buildWasm = () => run('npm', ['run', '--silent', 'build', '-w', 'engine']);
await buildWasm();

const children = [
  ['node', '--watch', join('server', 'src', 'main.ts')],
  ['npm', 'run', '--silent', 'dev', '-w', 'web'],
].map(([program = '', ...args]) =>
  spawn(program, args, { cwd: root, stdio: 'inherit', env: environment() }),
);

/** @type {NodeJS.Timeout | undefined} */
let pending;
watch(join(root, 'engine', 'assembly'), { recursive: true }, () => {
  clearTimeout(pending);
  pending = setTimeout(() => void buildWasm(), 200);
});

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
