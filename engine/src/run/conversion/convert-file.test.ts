import { describe, expect, test, vi } from 'vitest';
import { gridBody, hevcItem, writeHeif } from '../../../testing/heif-writer.ts';
import { jpegOf, tokensResult } from '../../../testing/strip-results.ts';
import { EngineError } from '../../errors.ts';
import { packTokens } from '../../formats/jpeg/encoder/tokens.ts';
import { primaryItem, readHeif } from '../../heif/file.ts';
import { describePicture } from '../../heif/describe-picture.ts';
import { plannedShare } from '../../strips/progress.ts';
import { planStrips } from '../../strips/plan-strips.ts';
import type { StripPlan } from '../../strips/tasks/plan.ts';
import type { JpegStripTask, StripTask } from '../../strips/tasks/task.ts';
import { convertFile } from './convert-file.ts';
import { convertInStrips } from './convert-in-strips.ts';
import type { RunAlpha, RunMap, Runners, RunScan, RunTask, RunWebp } from './runners.ts';

/** Tokens of a strip without any blocks. */
const noTokens = (): Uint8Array<ArrayBuffer> =>
  packTokens(
    { mcusPerRow: 0, rows: 0, lumaBlocks: 1, gray: true, firstMcuRow: 0, last: true },
    new Uint32Array(512),
    new Uint8Array(0),
  );

const runScan: RunScan = async () => new Uint8Array(1);
const runWebp: RunWebp = () => Promise.reject(new Error('this is no WebP'));
const runAlpha: RunAlpha = () => Promise.reject(new Error('this is no WebP'));
const runMap: RunMap = () => Promise.reject(new Error('nothing is tone-mapped'));

/** For conversions that are planned already. */
const noStart: Runners['start'] = () => Promise.reject(new Error('planned already'));

describe('a job', () => {
  const made = ({ collects = false } = {}) => {
    const tiles = [2, 3, 4, 5];
    const grid = { id: 1, type: 'grid', data: gridBody(4, 1, 64, 256) };
    const file = writeHeif({
      primary: 1,
      items: [grid, ...tiles.map((id) => hevcItem(id, 64, 64))],
      references: [{ type: 'dimg', from: 1, to: tiles }],
    });
    const container = readHeif(file)!;
    const picture = describePicture(container, primaryItem(container));
    return { plan: jpegOf(planStrips(file, picture, 92, [], { collects })!) };
  };
  const result = {
    role: 'main' as const,
    format: 'jpeg' as const,
    input: 'heic' as const,
    width: 64,
    height: 256,
    hasGainMap: false,
    isMotionPhoto: false,
    video: null,
    notes: [],
    others: [],
    milliseconds: 0,
  };
  const planned = (plan: StripPlan) => ({ kind: 'planned' as const, planned: { plan, result } });
  const runWhole = () => Promise.reject(new Error('strips do'));
  const salvage = () => Promise.reject(new Error('nothing is damaged'));

  test('tells its progress by strips, to the end', async () => {
    const seen: number[] = [];
    const runTask = async () => tokensResult(noTokens());
    const onProgress = (fraction: number) => void seen.push(fraction);
    await convertInStrips(
      { plan: made().plan, result },
      { start: noStart, runTask, runScan, runWebp, runAlpha, runMap },
      { onProgress },
    );
    expect(seen.length).toBe(4);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    expect(seen.at(-1)).toBe(1);
  });

  test('tells its progress within strips, too', async () => {
    const seen: number[] = [];
    const runTask: RunTask = async (_task, _signal, _plan, onShare) => {
      onShare(0.5);
      await Promise.resolve();
      return tokensResult();
    };
    const onProgress = (fraction: number) => void seen.push(fraction);
    await convertInStrips(
      { plan: made().plan, result },
      { start: noStart, runTask, runScan, runWebp, runAlpha, runMap },
      { onProgress },
    );
    expect(seen).toHaveLength(8);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  test('gives the memory of its scans back once they are in the file', async () => {
    const scans: Uint8Array<ArrayBuffer>[] = [];
    const runTask = async () => tokensResult(noTokens());
    const keepScan: RunScan = async () => {
      const scan = new Uint8Array([1, 2, 3]);
      scans.push(scan);
      return scan;
    };
    const { blob } = await convertInStrips(
      { plan: made().plan, result },
      { start: noStart, runTask, runScan: keepScan, runWebp, runAlpha, runMap },
      {},
    );
    expect(new Uint8Array(await blob.arrayBuffer()).slice(-5)).toEqual(
      new Uint8Array([1, 2, 3, 0xff, 0xd9]),
    );
    expect(scans.map(({ length }) => length)).toEqual([0]);
  });

  test('never tells less progress than before, not even when strips turn out not to do', async () => {
    const seen: number[] = [];
    const { plan } = made();
    const runners: Runners = {
      async start(onProgress) {
        onProgress(0.02);
        return { kind: 'planned', planned: { plan, result } };
      },
      async runWhole(onProgress) {
        for (const share of [0.05, 0.2, 0.7, 1]) onProgress(share);
        return { ...result, blob: new Blob([]) };
      },
      salvage,
      async runTask(task) {
        if (!(task as JpegStripTask).last) return tokensResult();
        await Promise.resolve();
        throw new EngineError('unsupported-feature', 'no planes');
      },
      runScan,
      runWebp,
      runAlpha,
      runMap,
    };
    await convertFile(runners, { onProgress: (fraction) => void seen.push(fraction) });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.at(-1)).toBe(1);
  });

  test('is done in one piece where the page lacks the code for a size in bytes', async () => {
    vi.doMock('./make-in-limit.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    try {
      const quality = { min: 50, max: 92 };
      const guessed = { guess: null, decodesAgain: false };
      const limit = { bytes: 2000, quality, mayShrink: false, ...guessed };
      const whole = { ...result, blob: new Blob(['in one piece']) };
      const { plan } = made({ collects: true });
      const limited: StripPlan = { ...plan, collecting: plan.collecting!, limit };
      const runners: Runners = {
        start: async () => planned(limited),
        runWhole: async () => whole,
        salvage,
        runTask: async () => tokensResult(),
        runScan,
        runWebp,
        runAlpha,
        runMap,
      };
      expect(await convertFile(runners, {})).toBe(whole);
    } finally {
      vi.doUnmock('./make-in-limit.ts');
    }
  });

  describe('of a damaged file', () => {
    const damage = new EngineError('corrupt-file', 'pixels are missing');
    const rest = { ...result, blob: new Blob(['the rest']) };
    const start = () => Promise.reject(damage);
    const fail = async () => Promise.reject(damage);
    const runners = { start, runWhole, salvage, runTask: fail, runScan, runWebp, runAlpha, runMap };

    test('gives what can be read, where that is asked for', async () => {
      const asked = { ...runners, salvage: async () => rest };
      expect(await convertFile(asked, {}, { salvage: true })).toBe(rest);
      await expect(convertFile(asked, {})).rejects.toBe(damage);
      const inStrips = { ...asked, start: async () => planned(made().plan) };
      expect(await convertFile(inStrips, {}, { salvage: true })).toBe(rest);
    });

    test('says what is wrong with it, where nothing can be read', async () => {
      const none = new EngineError('corrupt-file', 'Nothing can be salvaged');
      const asked = { ...runners, salvage: () => Promise.reject(none) };
      await expect(convertFile(asked, {}, { salvage: true })).rejects.toBe(damage);
    });

    test('says how it ended, where that has nothing to do with the damage', async () => {
      const stopped = new EngineError('canceled', 'stopped');
      const asked = { ...runners, salvage: () => Promise.reject(stopped) };
      await expect(convertFile(asked, {}, { salvage: true })).rejects.toBe(stopped);
    });
  });

  test('tells nothing once it is canceled', async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const runTask = async (task: StripTask, signal: AbortSignal) => {
      if ((task as JpegStripTask).firstMcuRow > 0) stop.abort();
      if (signal.aborted) throw new EngineError('canceled', 'stopped');
      return tokensResult();
    };
    const start = async () => planned(made().plan);
    const hooks = {
      signal: stop.signal,
      onProgress: (fraction: number) => void seen.push(fraction),
    };
    await expect(
      convertFile({ start, runWhole, salvage, runTask, runScan, runWebp, runAlpha, runMap }, hooks),
    ).rejects.toMatchObject({
      code: 'canceled',
    });
    // The share for planning was reported once, not twice.
    expect(seen).toEqual([plannedShare]);
  });

  test.each(['reportError', 'console'])(
    'is not stopped by a mistake of who listens to its progress, nor is a process: %s',
    async (where) => {
      const report = vi.fn<(error: unknown) => void>();
      if (where === 'console') vi.spyOn(console, 'error').mockImplementation(report);
      vi.stubGlobal('reportError', where === 'console' ? undefined : report);
      const runTask = async () => tokensResult(noTokens());
      const start = async () => planned(made().plan);
      const mistake = new RangeError('no such bar');
      const onProgress = () => {
        throw mistake;
      };
      const { blob } = await convertFile(
        { start, runWhole, salvage, runTask, runScan, runWebp, runAlpha, runMap },
        { onProgress },
      );
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
      expect(blob.size).toBeGreaterThan(4);
      expect(report.mock.calls).toEqual(Array.from({ length: 5 }, () => [mistake]));
    },
  );

  test('stops the other strips when one fails', async () => {
    const signals: AbortSignal[] = [];
    const runTask = async (task: StripTask, signal: AbortSignal) => {
      signals.push(signal);
      if (task.kind === 'jpeg' && task.firstMcuRow > 0)
        throw new EngineError('corrupt-file', 'a broken tile');
      return new Promise<never>(() => {});
    };
    const job = convertInStrips(
      { plan: made().plan, result },
      { start: noStart, runTask, runScan, runWebp, runAlpha, runMap },
      {},
    );
    await expect(job).rejects.toMatchObject({ code: 'corrupt-file' });
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test('passes a cancellation on to its strips', async () => {
    const stop = new AbortController();
    const runTask = (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new EngineError('canceled', 'stopped')));
      });
    const job = convertInStrips(
      { plan: made().plan, result },
      { start: noStart, runTask, runScan, runWebp, runAlpha, runMap },
      { signal: stop.signal },
    );
    stop.abort();
    await expect(job).rejects.toMatchObject({ code: 'canceled' });
  });
});
