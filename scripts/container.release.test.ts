/** Both images, built and started by whatever this machine has for that. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, 'container.mjs');
const patience = 1_200_000;

test.for(['product', 'static'])(
  'the image of the %s is healthy, serves, and stops when it is told to',
  { timeout: patience },
  async (image, { skip, annotate }) => {
    // It ends with 1, and this rejects, where something of that is not so.
    const { stdout } = await promisify(execFile)(process.execPath, [script, image], {
      maxBuffer: 2 ** 26,
    });
    const how = stdout.trim().split('\n').at(-1) ?? '';
    skip(how.startsWith('Neither'), how);
    expect(how).toMatch(/^With(?:out an engine| docker| podman| buildah): .* stops\.$/);
    await annotate(how);
  },
);
