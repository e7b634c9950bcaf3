// `npm run dev`: web, server and engine, each reloading on change. The site's development server
// prints its address and passes API calls on to the server on PORT.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, environment, requireNode, root, run, whenOrphaned } from './setup.mjs';

await ensureInstalled();
requireNode();
const buildWasm = () => run('npm', ['run', '--silent', 'build', '-w', 'engine']);
await buildWasm();

const children = [
  { folder: '.', command: ['node', '--watch', join('server', 'src', 'main.ts')] },
  { folder: 'web', command: ['react-router', 'dev'] },
].map(({ folder, command: [program = '', ...args] }) =>
  spawn(program, args, {
    cwd: join(root, folder),
    stdio: 'inherit',
    env: environment(),
    shell: process.platform === 'win32',
  }),
);

// What the site's own development server does not see. It reloads the page when the build is new.
let building = Promise.resolve(0);
/** @type {NodeJS.Timeout | undefined} */
let pending;
const buildSoon = () => {
  clearTimeout(pending);
  pending = setTimeout(() => {
    building = building.then(buildWasm);
  }, 200);
};
watch(join(root, 'engine', 'assembly'), { recursive: true }, buildSoon);
// Constants that the assembly shares with the code that calls it.
watch(join(root, 'engine', 'src'), { recursive: true }, (_, file) => {
  if (file?.endsWith('fields.ts')) buildSoon();
});

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
whenOrphaned(stop);
for (const child of children) child.on('exit', stop);
