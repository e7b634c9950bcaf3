import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Source } from './sources.ts';
import { watchFor } from './watch.ts';

test('ends at once where the signal has come before', { timeout: 5000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stillpix-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const seen: Source[] = [];
  for await (const source of watchFor(folder, false, AbortSignal.abort())) seen.push(source);
  expect(seen).toEqual([]);
});
