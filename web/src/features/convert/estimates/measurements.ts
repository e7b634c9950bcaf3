import type { ConvertOptions, NamedConvertOptions } from '@stillpix/engine';
import { type Question, type QuestionKeys, wishOf } from './questions.ts';
import type { SampleWish } from './sample-worker.ts';
import type { Sample } from './samples.ts';

export interface MeasurementParts {
  takeSample: (
    file: Blob,
    wish: SampleWish,
    options: ConvertOptions,
    signal: AbortSignal,
  ) => Promise<Sample | null>;
  /** No sample of this photo will be taken soon, so its memory can be released. */
  dropSample: (file: Blob) => void;
  encodeSample: (sample: Sample, options: ConvertOptions, signal: AbortSignal) => Promise<Blob>;
}

/** Sizes that were measured, and the samples that they were measured with. */
export interface Measurements {
  /** Estimated bytes of the result; null until measured. */
  find: (question: Question) => number | null;
  /** Whether it is neither measured nor known to be impossible. */
  isOpen: (question: Question) => boolean;
  /**
   * Returns whether there is a new size. Never rejects. A sample that takes so long that the answer
   * is not wanted any more stays for the next question.
   */
  measure: (
    question: Question,
    isWanted: (question: Question) => boolean,
    signal: AbortSignal,
  ) => Promise<boolean>;
  /** Releases samples of all other files: a sample is a megabyte. */
  keepOnly: (files: ReadonlySet<File>) => void;
}

/** Bytes of a file that do not depend on its pixels. */
const fixedBytes = 600;

export function createMeasurements(
  parts: MeasurementParts,
  { sampleKey, bytesKey }: QuestionKeys,
): Measurements {
  /** Null where none can be taken. */
  const samples = new Map<string, { of: File; sample: Sample | null }>();
  const bytes = new Map<string, number>();

  async function ensureSample(question: Question, signal: AbortSignal): Promise<Sample | null> {
    const key = sampleKey(question);
    if (!samples.has(key)) {
      const { file, options } = question;
      const sample = await parts.takeSample(file, wishOf(question), options, signal);
      if (signal.aborted) return null;
      samples.set(key, { of: file, sample });
    }
    return samples.get(key)?.sample ?? null;
  }

  return {
    find(question) {
      const measured = bytes.get(bytesKey(question));
      if (measured === undefined) return null;
      const all = measured + movieBytes(question.options);
      return Math.min(all, question.options.targetBytes ?? Infinity);
    },
    isOpen: (question) =>
      !bytes.has(bytesKey(question)) && samples.get(sampleKey(question))?.sample !== null,
    async measure(question, isWanted, signal) {
      try {
        const sample = await ensureSample(question, signal);
        if (sample === null || !isWanted(question)) return false;
        const encoded = await parts.encodeSample(sample, question.options, signal);
        const { size } = wishOf(question);
        const scale = (size.width * size.height) / sample.pixels;
        const scaled = Math.max(0, encoded.size - fixedBytes) * scale + fixedBytes;
        bytes.set(bytesKey(question), Math.round(scaled));
        return true;
      } catch {
        // If nothing can be measured, the rule of thumb stays.
        if (!signal.aborted) samples.set(sampleKey(question), { of: question.file, sample: null });
        return false;
      }
    },
    keepOnly(files) {
      for (const [key, { of }] of samples) {
        if (files.has(of)) continue;
        samples.delete(key);
        parts.dropSample(of);
      }
    },
  };
}

/** The movie of a live photo goes into its JPG unchanged. */
function movieBytes({ format, video, liveMovie }: NamedConvertOptions): number {
  const goesIn = format === 'jpeg' && (video === undefined || video === 'keep');
  return goesIn ? (liveMovie?.size ?? 0) : 0;
}
