// `npm run check`: what a developer runs all day.
import { ensureInstalled, requireNode } from './setup.mjs';
import { runSteps } from './steps.mjs';

await ensureInstalled();
requireNode();
const failed = await runSteps([
  { name: 'assembly', command: ['npm', 'run', '--silent', 'build', '-w', 'engine'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'types', command: ['node', 'scripts/types.mjs'] },
  // Vitest leaves one core to others, which on two cores is half the machine.
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit', '--maxWorkers=100%'] },
]);
process.exit(failed.length === 0 ? 0 : 1);
