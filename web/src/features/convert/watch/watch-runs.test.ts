import { expect, test, vi } from 'vitest';
import { nothingYet, type WatchState } from './watch.ts';
import { createWatchRuns, type Trouble } from './watch-runs.ts';

const oneConverted: WatchState = { ...nothingYet, converted: 1 };

interface Loop {
  signal: AbortSignal;
  change: (state: WatchState) => void;
}

function folder(isSame: () => Promise<boolean> = async () => false): FileSystemDirectoryHandle {
  return { isSameEntry: isSame } as unknown as FileSystemDirectoryHandle;
}

function setUp() {
  const loops: Loop[] = [];
  const states: (WatchState | null)[] = [];
  const troubles: (Trouble | null)[] = [];
  const runs = createWatchRuns({
    watch: (_, change, signal) => {
      loops.push({ signal, change });
      return new Promise<void>(() => {});
    },
    onState: (state) => states.push(state),
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const start = (from = folder()) => void runs.start({ from, into: folder() });
  const running = () => loops.filter(({ signal }) => !signal.aborted);
  return { runs, start, loops, running, states, troubles };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('shows what the watch says', async () => {
  const { start, loops, states, troubles } = setUp();
  start();
  await settle();
  loops[0]?.change(oneConverted);
  expect(states).toEqual([nothingYet, oneConverted]);
  expect(troubles).toEqual([null]);
});

test('starts one loop for a double click', async () => {
  const { start, running, loops } = setUp();
  start();
  start();
  await settle();
  expect(loops).toHaveLength(1);
  expect(running()).toHaveLength(1);
});

test('ends the loop before, which may have ended by itself, as a new one starts', async () => {
  const { start, running, loops, states } = setUp();
  start();
  await settle();
  start();
  await settle();
  expect(loops).toHaveLength(2);
  expect(running()).toHaveLength(1);
  loops[0]?.change(oneConverted);
  expect(states).toEqual([nothingYet, nothingYet]);
});

test('shows nothing of a watch that was stopped', async () => {
  const { runs, start, loops, running, states } = setUp();
  start();
  await settle();
  runs.stop();
  expect(running()).toEqual([]);
  loops[0]?.change(oneConverted);
  expect(states).toEqual([nothingYet, null]);
});

test('starts nothing that was stopped while the folders were compared', async () => {
  const { runs, start, loops } = setUp();
  start();
  runs.stop();
  await settle();
  expect(loops).toEqual([]);
});

test('does not watch a folder into itself', async () => {
  const { start, loops, troubles, states } = setUp();
  start(folder(async () => true));
  await settle();
  expect(loops).toEqual([]);
  expect(troubles).toEqual(['same']);
  expect(states).toEqual([]);
});

test('says that a folder cannot be opened where the browser fails to compare it', async () => {
  const { start, loops, troubles } = setUp();
  start(folder(vi.fn<() => Promise<boolean>>().mockRejectedValue(new Error('gone'))));
  await settle();
  expect(loops).toEqual([]);
  expect(troubles).toEqual(['refused']);
});
