import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDockerfile } from './dockerfile.mjs';

const shipped = readFileSync(join(import.meta.dirname, '../deploy/Dockerfile'), 'utf8');

test('the image has what the server needs to run, and runs it as nobody', () => {
  const { build, final } = readDockerfile(shipped);
  expect(build.run.join('\n')).toMatch(/npm ci .*--omit=dev/);
  expect(final.copied.map(([, to]) => to)).toContain('/app/server');
  expect(final.user).toBe('65532:65532');
  expect(final.environment).toMatchObject({ NODE_ENV: 'production', DATA_DIR: final.volume });
  expect(final.command).toEqual(['node', 'server/src/main.ts']);
  expect(final.healthCheck.at(-1)).toBe('server/scripts/healthy.ts');
});

test('the site alone is served by nginx, as nobody and with settings of its start', () => {
  const text = readFileSync(join(import.meta.dirname, '../deploy/static.Dockerfile'), 'utf8');
  const { build, final } = readDockerfile(text);
  expect(build.run.join('\n')).toContain('SITE_EDITION=static');
  expect(final.run.join('\n')).toContain('nginx-light');
  expect(final.user).toBe('65532:65532');
  expect(final.volume).toBe('/tmp');
  expect(final.command).toEqual(['node', 'server/static/serve.ts']);
  expect(text).not.toMatch(/^ARG /m);
});

test('a file of another shape is refused rather than half read', () => {
  expect(() => readDockerfile('FROM debian\nRUN true')).toThrow(/two stages/);
  expect(() => readDockerfile(shipped.replace('USER', 'LABEL'))).toThrow(/USER/);
  expect(() => readDockerfile(shipped.replace('--from=build ', ''))).toThrow(/COPY/);
});
