// The command `stillpix`. Nothing else is loaded before Node is known to be new enough.
import { requireNodeVersion } from '../src/node/require-version.ts';

try {
  requireNodeVersion();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
// Whoever reads the lines may have seen enough, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
const { runCommand } = await import('./command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
