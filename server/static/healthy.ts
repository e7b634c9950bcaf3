// For the container's health check: ends with 0 while nginx answers, with whatever page.
import { env, exit } from 'node:process';

const address = `http://127.0.0.1:${env['PORT'] ?? '8080'}/`;
const isWell = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(4000) }).then(
  (answer) => answer.status < 500,
  () => false,
);
exit(isWell ? 0 : 1);
