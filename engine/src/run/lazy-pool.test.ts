import { expect, onTestFinished, test, vi } from 'vitest';
import { createPool } from './create-pool.ts';
import type { Pool } from './pool.ts';

const started = vi.hoisted(() => vi.fn<() => Pool>());
vi.mock('#local-pool', () => ({ createLocalPool: started }));

test('loads the pipeline when it is asked for something, and tries again where that failed', async () => {
  onTestFinished(() => void started.mockReset());
  const pool = createPool();
  await vi.dynamicImportSettled();
  expect(started).not.toHaveBeenCalled();
  const [photo, destroy] = [new Blob([]), vi.fn<() => void>()];
  started.mockImplementationOnce(() => {
    throw new Error('the network is gone');
  });
  await expect(pool.movie(photo)).rejects.toThrow('the network is gone');
  started.mockImplementation(() => ({ movie: async () => null, destroy }) as Partial<Pool> as Pool);
  expect(await pool.movie(photo)).toBeNull();
  expect(await pool.movie(photo)).toBeNull();
  expect(started).toHaveBeenCalledTimes(2);
  pool.destroy();
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce());
});

test('leaves nobody with a failure that nobody waits for', async () => {
  onTestFinished(() => void started.mockReset());
  started.mockImplementation(() => {
    throw new Error('the network is gone');
  });
  createPool().destroy();
  createPool();
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce());
  // An unhandled rejection would fail the run.
  await vi.dynamicImportSettled();
  expect(started).toHaveBeenCalledOnce();
});
