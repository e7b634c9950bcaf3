// Type-checks every workspace. The engine is checked twice: as it ships (no DOM, no Node), and with its tests.
import { run } from './setup.mjs';

const projects = [
  'tsconfig.json',
  'engine/tsconfig.json',
  'engine/tsconfig.node.json',
  'contract/tsconfig.json',
  'server/tsconfig.json',
  'web/tsconfig.json',
  'e2e/tsconfig.json',
];

let failed = (await run('npm', ['exec', '-w', 'web', '--', 'react-router', 'typegen'])) !== 0;
for (const project of projects) {
  if ((await run('tsc', ['-p', project])) !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
