import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread's own time: a busy machine does not lengthen it. */
  tdur?: number;
  args: { name?: string };
}

/** How long each task of the pages' main threads took, in milliseconds. */
function readTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(thread),
  );
  return traceEvents.flatMap((event) =>
    event.tdur !== undefined && main.has(thread(event)) ? [event.tdur / 1000] : [],
  );
}

/** Milliseconds of the longest task that a page's main thread has while it does something. */
export async function measureLongestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const tasks = readTasks(await browser.stopTracing());
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  return Math.max(...tasks);
}
