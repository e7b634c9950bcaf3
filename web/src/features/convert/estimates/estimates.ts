import { createMeasurements, type MeasurementParts } from './measurements.ts';
import { createQuestionKeys, type Question } from './questions.ts';

interface EstimateParts extends MeasurementParts {
  /** Called at the start of measuring, with a promise for its end. */
  onMeasuring: (ended: Promise<void>) => void;
}

export interface Estimates {
  subscribe: (listener: () => void) => () => void;
  /** Grows with each new size. */
  version: () => number;
  /** Estimated bytes of the result; null until measured. */
  find: (question: Question) => number | null;
  /** Sets what to measure now, in order. Replaces earlier requests. */
  want: (questions: readonly Question[]) => void;
}

/** While one photo is drawn, another's sample is encoded. */
const sideBySide = 2;

/** Measures results in advance: encodes patches of each photo as the photo will be encoded. */
export function createEstimates(parts: EstimateParts): Estimates {
  const keys = createQuestionKeys();
  const measurements = createMeasurements(parts, keys);
  const listeners = new Set<() => void>();
  let version = 0;
  let wanted: readonly Question[] = [];
  /** Controllers of what is measured now, by the key of its sample. */
  const running = new Map<string, AbortController>();
  let endMeasuring: (() => void) | null = null;

  function isWanted(question: Question): boolean {
    const key = keys.bytesKey(question);
    return wanted.some((each) => keys.bytesKey(each) === key);
  }

  async function measureOne(question: Question): Promise<void> {
    const key = keys.sampleKey(question);
    const controller = new AbortController();
    if (endMeasuring === null) {
      parts.onMeasuring(new Promise((resolve) => (endMeasuring = resolve)));
    }
    running.set(key, controller);
    if (await measurements.measure(question, isWanted, controller.signal)) {
      version += 1;
      for (const listener of listeners) listener();
    }
    running.delete(key);
    startMeasuring();
    if (running.size > 0) return;
    endMeasuring?.();
    endMeasuring = null;
  }

  function startMeasuring(): void {
    while (running.size < sideBySide) {
      const next = wanted.find(
        (question) => measurements.isOpen(question) && !running.has(keys.sampleKey(question)),
      );
      if (next === undefined) return;
      void measureOne(next);
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    find: measurements.find,
    want(questions) {
      wanted = questions;
      const sampled = new Set(questions.map(keys.sampleKey));
      for (const [key, controller] of running) {
        if (!sampled.has(key)) controller.abort();
      }
      // While photos convert, nothing is wanted, but everything is wanted again afterwards.
      if (questions.length > 0) measurements.keepOnly(new Set(questions.map(({ file }) => file)));
      startMeasuring();
    },
  };
}
