import type { ConvertOptions, InputFormat } from '@stillpix/engine';
import { quality as qualityRange } from '@stillpix/engine/facts';
import type { CropFraction, Size } from '../geometry/crop.ts';
import { expectedResult } from './expected-size.ts';
import type { Sample } from './samples.ts';

/** A photo and what is asked of it. */
export interface Question {
  file: File;
  /** Pixels of the upright picture. */
  dimensions: Size;
  input: InputFormat;
  options: ConvertOptions;
}

interface EstimateParts {
  takeSample: (
    file: Blob,
    region: CropFraction,
    size: Size,
    signal: AbortSignal,
  ) => Promise<Sample | null>;
  encodeSample: (
    sample: Sample,
    options: { format: 'jpeg' | 'png' | 'webp'; quality: number; lossless: boolean },
    signal: AbortSignal,
  ) => Promise<number>;
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

/** From this quality on the engine keeps the color of every pixel, where the original has it. */
const fullColorQuality = 90;
/** What a JPEG takes whose original has half of the color, beside one that has all of it. */
const halfColorShare = 0.87;

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

  function sampleKey({ file, dimensions, options }: Question): string {
    return JSON.stringify([idOf(file), expectedResult(options, dimensions)]);
  }

  function bytesKey(question: Question): string {
    const { format, quality, lossless } = question.options;
    return `${sampleKey(question)} ${format} ${quality} ${lossless}`;
  }

  async function measure(question: Question, signal: AbortSignal): Promise<void> {
    const key = sampleKey(question);
    const { size, region } = expectedResult(question.options, question.dimensions);
    if (!samples.has(key)) {
      const taken = await takeSample(question.file, region, size, signal);
      if (signal.aborted) return;
      samples.set(key, taken);
    }
    const sample = samples.get(key);
    if (!sample) return;
    const { format = 'jpeg', quality = qualityRange.default, lossless = false } = question.options;
    const encoded = await encodeSample(sample, { format, quality, lossless }, signal);
    const share =
      format === 'jpeg' &&
      quality >= fullColorQuality &&
      question.options.resize === undefined &&
      ['heic', 'jpeg'].includes(question.input)
        ? halfColorShare
        : 1;
    const pixels = (size.width * size.height) / sample.pixels;
    const grown = Math.max(0, encoded - frame) * pixels * share + frame;
    bytes.set(bytesKey(question), Math.round(grown));
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
