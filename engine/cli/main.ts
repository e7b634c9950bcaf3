// The command `stillpix`. Nothing else is loaded before Node is known to be new enough.
import * as modules from 'node:module';
import { requireNodeVersion } from '../src/node/require-version.ts';

try {
  requireNodeVersion();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
// What V8 has compiled is kept in the system's folder for temporary files; threads look for it there, too.
const { directory } = modules.enableCompileCache();
if (directory) process.env.NODE_COMPILE_CACHE = directory;
// Whoever reads the lines may have seen enough, like `head`: the photos that were named are converted all the
// same. What is to be standard output itself, and cannot be written, is told as a failed photo.
const words = { lost: false };
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || words.lost) return;
  words.lost = true;
  // It may come when all else is done.
  process.exitCode ||= 1;
  process.stderr.write(`stillpix: standard output: ${error.message}\n`);
});
process.stderr.on('error', () => {});
const { runCommand } = await import('./command.ts');
const code = await runCommand(process.argv.slice(2));
process.exitCode = words.lost && code === 0 ? 1 : code;
