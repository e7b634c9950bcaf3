// For a container's health check: ends with 0 while the server beside it is well.
import { env, exit } from 'node:process';

const port = env['PORT'] ?? '3000';
const isWell = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).then(
  (answer) => answer.ok,
  () => false,
);
exit(isWell ? 0 : 1);
