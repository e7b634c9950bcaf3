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
// Whoever reads the lines may have seen enough, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const { runCommand } = await import('./command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
