import type { Photo } from './photos.ts';

/** The current or last conversion: one batch, or several that overlap. */
export interface Run {
  /** In milliseconds of `performance.now()`. Work done ahead makes it earlier than the request. */
  startedAt: number;
  endedAt: number | null;
  ids: readonly string[];
  /** Photos that have converted or failed. */
  settled: readonly string[];
  converted: number;
  failed: number;
}

export function beginRun(last: Run | null, ids: readonly string[], now: number): Run {
  if (last === null || last.endedAt !== null) {
    return { startedAt: now, endedAt: null, ids, settled: [], converted: 0, failed: 0 };
  }
  return {
    ...last,
    ids: [...new Set([...last.ids, ...ids])],
    settled: last.settled.filter((id) => !ids.includes(id)),
  };
}

export function settleOne(run: Run, id: string, end: 'converted' | 'failed'): Run {
  return { ...run, settled: [...run.settled, id], [end]: run[end] + 1 };
}

/** 0 to 100 over all photos of a run, weighted by size so that a large file counts more. */
export function progressOf(run: Run, photos: readonly Photo[]): number {
  const settled = new Set(run.settled);
  let done = 0;
  let total = 0;
  for (const { id, file, work } of photos) {
    if (!run.ids.includes(id)) continue;
    const weight = Math.max(1, file.size);
    total += weight;
    if (work !== null) done += (weight * work.progress) / 100;
    else if (settled.has(id)) done += weight;
  }
  return total === 0 ? 0 : (100 * done) / total;
}
