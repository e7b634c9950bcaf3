import type { ConvertOptions, Inspection, NamedConvertOptions } from '@stillpix/engine';
import { expectedColor, expectedResult } from './expected-size.ts';
import type { Size } from '../geometry/crop.ts';
import type { SampleWish } from './sample-worker.ts';
import type { Sample } from './samples.ts';

/** A photo and its options. */
export interface Question {
  file: File;
  /** Size of the upright picture in pixels. */
  dimensions: Size;
  header: Pick<Inspection, 'plan' | 'colorProfile'>;
  options: NamedConvertOptions;
}

interface EstimateParts {
  takeSample: (
    file: Blob,
    wish: SampleWish,
    options: ConvertOptions,
    signal: AbortSignal,
  ) => Promise<Sample | null>;
  /** No sample of this photo will be taken soon, so its memory can be released. */
  dropSample: (file: Blob) => void;
  encodeSample: (sample: Sample, options: ConvertOptions, signal: AbortSignal) => Promise<Blob>;
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

/** Bytes of a file that do not depend on its pixels. */
const frame = 600;

/** While one photo is drawn, another's sample is encoded. */
const sideBySide = 2;

interface Measuring {
  sampleKey: string;
  controller: AbortController;
}

/** The movie of a live photo goes into its JPG unchanged. */
function movieBytes({ format, video, liveMovie }: NamedConvertOptions): number {
  const goesIn = format === 'jpeg' && (video === undefined || video === 'keep');
  return goesIn ? (liveMovie?.size ?? 0) : 0;
}

/** Measures results in advance: encodes patches of each photo as the photo will be encoded. */
export function createEstimates(parts: EstimateParts): Estimates {
  const listeners = new Set<() => void>();
  const ids = new WeakMap<File, number>();
  const samples = new Map<string, { of: File; sample: Sample | null }>();
  const bytes = new Map<string, number>();
  let lastId = 0;
  let version = 0;
  let wanted: readonly Question[] = [];
  const measuring = new Set<Measuring>();
  let endMeasuring: (() => void) | null = null;

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

  function isWanted(key: string): boolean {
    return wanted.some((question) => bytesKey(question) === key);
  }

  async function measure(question: Question, signal: AbortSignal): Promise<void> {
    const key = sampleKey(question);
    const wish = wishOf(question);
    if (!samples.has(key)) {
      const sample = await parts.takeSample(question.file, wish, question.options, signal);
      if (signal.aborted) return;
      samples.set(key, { of: question.file, sample });
    }
    const sample = samples.get(key)?.sample;
    // The sample stays for the current question.
    if (!sample || !isWanted(bytesKey(question))) return;
    const encoded = await parts.encodeSample(sample, question.options, signal);
    const pixels = (wish.size.width * wish.size.height) / sample.pixels;
    bytes.set(bytesKey(question), Math.round(Math.max(0, encoded.size - frame) * pixels + frame));
    version += 1;
    for (const listener of listeners) listener();
  }

  async function measureOne(question: Question): Promise<void> {
    const one = { sampleKey: sampleKey(question), controller: new AbortController() };
    if (endMeasuring === null) {
      parts.onMeasuring(new Promise((resolve) => (endMeasuring = resolve)));
    }
    measuring.add(one);
    const { signal } = one.controller;
    try {
      await measure(question, signal);
    } catch {
      // If nothing can be measured, the rule of thumb stays.
      if (!signal.aborted) samples.set(one.sampleKey, { of: question.file, sample: null });
    }
    measuring.delete(one);
    work();
    if (measuring.size > 0) return;
    endMeasuring?.();
    endMeasuring = null;
  }

  function work(): void {
    while (measuring.size < sideBySide) {
      const next = nextQuestion();
      if (next === undefined) return;
      void measureOne(next);
    }
  }

  function nextQuestion(): Question | undefined {
    const busy = new Set([...measuring].map((one) => one.sampleKey));
    return wanted.find((question) => {
      const key = sampleKey(question);
      const isOpen = !bytes.has(bytesKey(question)) && samples.get(key)?.sample !== null;
      return isOpen && !busy.has(key);
    });
  }

  /** A sample is a megabyte, so samples of removed photos are released, too. */
  function dropSamples(): void {
    const files = new Set(wanted.map(({ file }) => file));
    for (const [key, { of }] of samples) {
      if (files.has(of)) continue;
      samples.delete(key);
      parts.dropSample(of);
    }
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
      const all = measured + movieBytes(question.options);
      return Math.min(all, question.options.targetBytes ?? Infinity);
    },
    want(questions) {
      wanted = questions;
      const keys = new Set(questions.map(sampleKey));
      for (const { sampleKey: key, controller } of measuring) {
        if (!keys.has(key)) controller.abort();
      }
      // While photos convert, nothing is wanted, but everything is wanted again afterwards.
      if (questions.length > 0) dropSamples();
      work();
    },
  };
}
