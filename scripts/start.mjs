// `npm start`: installs, builds and serves, each only when needed.
// package.json starts it by `exec`, so that no shell stands between npm and it: some keep npm's signals
// to themselves. Where there is no `exec`, on Windows, the same command after it is taken.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  requireNode,
  root,
  run,
  stopRunning,
  whenOrphaned,
} from './setup.mjs';

/** @type {(signal: NodeJS.Signals) => void} */
let stop = () => void stopRunning();
// A terminal's Ctrl-C reaches all processes by itself; a signal sent to npm or to this one does not.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => stop(signal));
}
whenOrphaned(() => stop('SIGTERM'));

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
stop = (signal) => void server.kill(signal);
server.on('close', (code) => process.exit(code ?? 1));
