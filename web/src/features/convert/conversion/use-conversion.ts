import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { log } from '../../../site/browser/log-buffer.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { WorkspaceMessages } from '../../../i18n/en/workspace.ts';
import type { Messages } from '../../../i18n/messages.ts';
import { type Batch, type BatchEntry, parallelFiles, startBatch } from './batch.ts';
import {
  askLimits,
  newBatchKey,
  offlineMaxFiles,
  reportConversions,
  type Verdict,
} from './batch-limits.ts';
import { readChoices } from '../../../site/browser/choices.ts';
import { countConversions } from '../../../site/browser/daily-counter.ts';
import { convertFile, releasePool } from '../engine.ts';
import { explainFailure } from '../photos/failure-words.ts';
import { keptPart } from './kept-part.ts';
import { createMeasuring } from './measuring.ts';
import { createProgressCollector } from './progress-collector.ts';
import { type QueueItem, summarise } from './queue.ts';
import { createQueueStore } from './queue-store.ts';
import { holdThumbnails } from '../photos/thumbnails.ts';
import { type ConverterOptions, type ToolKind, toConvertOptions } from '../tools.ts';

export type Phase = 'idle' | 'checking' | 'converting';

export interface Clock {
  /** Milliseconds of `performance.now()`. */
  startedAt: number;
  endedAt: number | null;
  /** Files converted by the time it ended. */
  converted: number;
}

interface ConversionDeps {
  tool: ToolKind;
  words: WorkspaceMessages;
  intakeWords: Messages['convert']['intake'];
  announce: (text: string) => void;
  /** Called when the server refuses a batch of someone who is not Pro. */
  onRefused: (reason: string) => void;
  /** Called when every file of a batch has come to its end, good or bad. */
  onFinished: (converted: number, failed: number) => void;
}

let lastJob = 0;
let lastId = 0;

/** The queue, and the batches that move it. */
export function useConversion(deps: ConversionDeps) {
  const [store] = useState(createQueueStore);
  const queue = useSyncExternalStore(store.subscribe, store.read);
  const [phase, setPhase] = useState<Phase>('idle');
  const [clock, setClock] = useState<Clock | null>(null);
  /** Options of the newest results; others on the panel make those results out of date. */
  const [convertedWith, setConvertedWith] = useState<ConverterOptions | null>(null);
  const batches = useRef(new Set<Batch>());
  const [measuring] = useState(createMeasuring);
  /** Grows with each cancelling: an answer to a question asked before it comes too late. */
  const round = useRef(0);

  useEffect(() => {
    const running = batches.current;
    measuring.resume();
    return () => {
      measuring.stop();
      for (const batch of running) batch.cancel();
      releasePool();
    };
  }, [measuring]);

  async function start(items: readonly QueueItem[], options: ConverterOptions): Promise<void> {
    if (items.length === 0) return;
    const asked = round.current;
    setPhase((current) => (current === 'converting' ? current : 'checking'));
    const conversionKey = newBatchKey();
    const verdict = await askLimits({ action: 'convert', fileCount: items.length, conversionKey });
    if (round.current !== asked) return;
    const allowed = judge(verdict, items.length, deps);
    if (allowed === 0) {
      setPhase(batches.current.size > 0 ? 'converting' : 'idle');
      return;
    }
    await run(items.slice(0, allowed), options, verdict.kind === 'allowed' ? conversionKey : null);
  }

  async function run(
    items: readonly QueueItem[],
    options: ConverterOptions,
    conversionKey: string | null,
  ): Promise<void> {
    const { words, announce } = deps;
    const goOnWithThumbnails = holdThumbnails();
    // A crop is drawn in parts of the picture and asked for in pixels.
    if (deps.tool === 'resize-crop') await measuring.whenDone();
    const ids = new Set(items.map(({ id }) => id));
    const current = store.read().items.filter(({ id }) => ids.has(id));
    const entries = current.map((item): BatchEntry => {
      lastJob += 1;
      return {
        id: item.id,
        job: lastJob,
        file: item.file,
        options: toConvertOptions(deps.tool, options, item),
      };
    });
    const progress = createProgressCollector((reports) =>
      store.dispatch({ type: 'progress', reports }),
    );
    let settled = 0;
    let failed = 0;
    setPhase('converting');
    setConvertedWith(options);
    setClock({ startedAt: performance.now(), endedAt: null, converted: 0 });
    announce(words.announce.started(entries.length));
    log('info', `conversion: ${entries.length} to ${options.output}, quality ${options.quality}`);

    const batch = startBatch(entries, convertFile, parallelFiles(navigator.hardwareConcurrency), {
      onStart: ({ id, job }) => store.dispatch({ type: 'start', id, job }),
      onProgress: ({ job }, fraction) => progress.report(job, fraction),
      onDone({ id, job, file, options: used }, result) {
        settled += 1;
        const size = current.find((item) => item.id === id)?.dimensions ?? null;
        store.dispatch({ type: 'done', job, result, kept: keptPart(used, size, result) });
        if (settled < entries.length) {
          announce(words.announce.fileDone(file.name, settled, entries.length));
        }
      },
      onFailed({ job, file }, failure) {
        log('error', `conversion: ${failure.code} ${failure.feature ?? ''} ${failure.detail}`);
        settled += 1;
        failed += 1;
        store.dispatch({ type: 'failed', job, failure });
        announce(
          words.announce.fileFailed(file.name, explainFailure(words, failure, file.name).title),
        );
      },
      onCancelled: ({ job }) => store.dispatch({ type: 'cancelled', job }),
    });
    batches.current.add(batch);
    const converted = await batch.finished;
    batches.current.delete(batch);
    progress.stop();
    goOnWithThumbnails();

    setClock((last) => last && { ...last, endedAt: performance.now(), converted });
    log('info', `conversion: ${converted} done, ${failed} failed of ${entries.length}`);
    if (batches.current.size === 0) setPhase('idle');
    if (converted > 0) {
      rememberCount(converted);
      if (conversionKey !== null) void reportConversions(conversionKey, converted);
    }
    if (settled === entries.length) {
      announce(words.announce.finished(converted, failed));
      deps.onFinished(converted, failed);
    }
  }

  function cancel(): void {
    round.current += 1;
    for (const batch of batches.current) batch.cancel();
    setPhase(batches.current.size > 0 ? 'converting' : 'idle');
    deps.announce(deps.words.announce.cancelled);
  }

  return {
    queue,
    summary: summarise(queue),
    phase,
    clock,
    convertedWith,
    dispatch: store.dispatch,
    read: store.read,
    add(files: readonly File[]) {
      const items = files.map((file) => {
        lastId += 1;
        return { id: `file-${lastId}`, file };
      });
      store.dispatch({ type: 'add', files: items });
      for (const { id, file } of items) {
        measuring.add(file, (size) => store.dispatch({ type: 'measured', id, ...size }));
      }
    },
    start: (options: ConverterOptions) =>
      start(
        store.read().items.filter((item) => item.status === 'pending'),
        options,
      ),
    startAgain(options: ConverterOptions) {
      store.dispatch({ type: 'requeue' });
      return start(store.read().items, options);
    },
    retry(id: string, options: ConverterOptions) {
      store.dispatch({ type: 'retry', id });
      return start(
        store.read().items.filter((item) => item.id === id),
        options,
      );
    },
    cancel,
    remove(id: string) {
      for (const batch of batches.current) batch.cancelOne(id);
      store.dispatch({ type: 'remove', id });
    },
    clear() {
      round.current += 1;
      for (const batch of batches.current) batch.cancel();
      store.dispatch({ type: 'clear' });
      setClock(null);
      setConvertedWith(null);
      if (batches.current.size === 0) setPhase('idle');
    },
  };
}

/** How many of the files may be converted now; says so where it is not all of them. */
function judge(
  verdict: Verdict,
  count: number,
  { words, intakeWords, onRefused }: ConversionDeps,
): number {
  const { toasts } = words;
  switch (verdict.kind) {
    case 'allowed':
      return count;
    case 'offline':
      showToast({ title: toasts.offline(offlineMaxFiles) });
      return Math.min(count, offlineMaxFiles);
    case 'unknown':
      showToast({ title: toasts.validationTitle, text: toasts.validation, tone: 'bad' });
      return 0;
    case 'refused': {
      const reasons = {
        'too-many-files': intakeWords.tooMany(verdict.maxFiles, !verdict.isPro),
        'daily-limit': toasts.dailyLimit,
      };
      const text =
        verdict.reason === null ? verdict.words || toasts.notAllowed : reasons[verdict.reason];
      if (verdict.isPro) showToast({ title: toasts.notAllowedTitle, text, tone: 'bad' });
      else onRefused(text);
      return 0;
    }
  }
}

function rememberCount(converted: number): void {
  try {
    if (readChoices(localStorage).counter) countConversions(localStorage, converted, new Date());
  } catch {
    // Storage can be full or forbidden; the count is only shown, never relied on.
  }
}
