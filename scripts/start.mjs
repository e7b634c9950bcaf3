// `npm start`: installs, builds and serves, each only when needed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, environment, requireNode, root } from './setup.mjs';

try {
  await ensureInstalled();
  requireNode();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const server = spawn('node', [join('server', 'src', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
});
// A terminal's Ctrl-C reaches the server by itself; a signal sent to this process alone does not.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => server.kill(signal));
}
// npm ends its shell on SIGTERM but not what the shell started; then this process has a new parent.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM');
}, 200).unref();
server.on('close', (code) => process.exit(code ?? 1));
