import type { ConvertOptions, Inspection } from '@stillpix/engine';
import { expectedColor, expectedResult } from './expected-size.ts';
import type { Size } from '../geometry/crop.ts';
import type { Sample, SampleWish } from './samples.ts';

/** A photo and what is asked of it. */
export interface Question {
  file: File;
  /** Pixels of the upright picture. */
  dimensions: Size;
  header: Pick<Inspection, 'plan' | 'colorProfile'>;
  options: ConvertOptions;
}

interface EstimateParts {
  takeSample: (file: Blob, wish: SampleWish, signal: AbortSignal) => Promise<Sample | null>;
  encodeSample: (sample: Sample, options: ConvertOptions, signal: AbortSignal) => Promise<Blob>;
}

export interface Estimates {
  subscribe: (listener: () => void) => () => void;
  /** Grows with each new size. */
  version: () => number;
  /** Bytes that the result will take, nearly; null until measured. */
  find: (question: Question) => number | null;
  /** What is to be measured now, in this order; what was asked for before is no more. */
  want: (questions: readonly Question[]) => void;
}

/** Bytes of a file that do not grow with its pixels. */
const frame = 600;

/** Measures results before they are made: patches of each photo, encoded as the photo will be. */
export function createEstimates({ takeSample, encodeSample }: EstimateParts): Estimates {
  const listeners = new Set<() => void>();
  const ids = new WeakMap<File, number>();
  const samples = new Map<string, Sample | null>();
  const bytes = new Map<string, number>();
  let lastId = 0;
  let version = 0;
  let wanted: readonly Question[] = [];
  let controller = new AbortController();
  let running = false;

  function idOf(file: File): number {
    const known = ids.get(file);
    if (known !== undefined) return known;
    lastId += 1;
    ids.set(file, lastId);
    return lastId;
  }

  function wishOf({ dimensions, header, options }: Question): SampleWish {
    const { format, lossless } = options;
    return {
      ...expectedResult(options, dimensions),
      ...expectedColor(header, options),
      cut: { kind: format === 'png' || lossless ? 'rows' : 'patches' },
    };
  }

  function sampleKey(question: Question): string {
    return JSON.stringify([idOf(question.file), wishOf(question)]);
  }

  function bytesKey(question: Question): string {
    const { format, quality, lossless } = question.options;
    return `${sampleKey(question)} ${format} ${quality} ${lossless}`;
  }

  async function measure(question: Question, signal: AbortSignal): Promise<void> {
    const key = sampleKey(question);
    const wish = wishOf(question);
    if (!samples.has(key)) {
      const taken = await takeSample(question.file, wish, signal);
      if (signal.aborted) return;
      samples.set(key, taken);
    }
    const sample = samples.get(key);
    if (!sample) return;
    const encoded = await encodeSample(sample, question.options, signal);
    const pixels = (wish.size.width * wish.size.height) / sample.pixels;
    bytes.set(bytesKey(question), Math.round(Math.max(0, encoded.size - frame) * pixels + frame));
    version += 1;
    for (const listener of listeners) listener();
  }

  async function work(): Promise<void> {
    if (running) return;
    running = true;
    for (let next = nextQuestion(); next !== undefined; next = nextQuestion()) {
      const { signal } = controller;
      try {
        await measure(next, signal);
      } catch {
        // The rule of thumb stays where nothing can be measured.
        if (!signal.aborted) samples.set(sampleKey(next), null);
      }
    }
    running = false;
  }

  function nextQuestion(): Question | undefined {
    return wanted.find(
      (question) => !bytes.has(bytesKey(question)) && samples.get(sampleKey(question)) !== null,
    );
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    find(question) {
      const measured = bytes.get(bytesKey(question));
      if (measured === undefined) return null;
      return Math.min(measured, question.options.targetBytes ?? Infinity);
    },
    want(questions) {
      wanted = questions;
      if (questions.length === 0) {
        controller.abort();
        controller = new AbortController();
      }
      const files = new Set(questions.map(({ file }) => String(ids.get(file))));
      // A sample is a megabyte: those of photos that left go, too.
      if (questions.length > 0) {
        for (const key of samples.keys()) {
          if (!files.has(String((JSON.parse(key) as [number])[0]))) samples.delete(key);
        }
      }
      void work();
    },
  };
}
