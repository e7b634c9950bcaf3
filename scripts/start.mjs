// `npm start`: installs, builds and serves, each only when needed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  requireNode,
  root,
  run,
  whenOrphaned,
} from './setup.mjs';

let stop = () => void process.exit(1);
whenOrphaned(() => stop());

try {
  await ensureInstalled();
  requireNode();
  // Before a minute of building with an address that is none.
  const code = await run('node', [join('server', 'scripts', 'check-settings.ts')]);
  if (code !== 0) process.exit(code);
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
stop = () => void server.kill('SIGTERM');
server.on('close', (code) => process.exit(code ?? 1));
