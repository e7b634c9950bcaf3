import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { environment, installCommand, root } from './setup.mjs';

test('what builds is installed in production, too', () => {
  const { status, stdout } = spawnSync('npm', [...installCommand, '--dry-run'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...environment(), NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  });
  expect(status).toBe(0);
  expect(stdout).not.toContain('remove assemblyscript');
});
