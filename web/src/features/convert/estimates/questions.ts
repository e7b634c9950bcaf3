import type { Inspection, NamedConvertOptions } from '@stillpix/engine';
import type { Size } from '../geometry/crop.ts';
import { expectedColor, expectedResult } from './expected-size.ts';
import type { SampleWish } from './sample-worker.ts';

/** A photo and its options. */
export interface Question {
  file: File;
  /** Size of the upright picture in pixels. */
  dimensions: Size;
  header: Pick<Inspection, 'plan' | 'colorProfile'>;
  options: NamedConvertOptions;
}

export function wishOf({ dimensions, header, options }: Question): SampleWish {
  const { format, lossless } = options;
  return {
    ...expectedResult(options, dimensions),
    ...expectedColor(header, options),
    cut: { kind: format === 'png' || lossless ? 'rows' : 'patches' },
  };
}

/** Questions as strings, for comparing. */
export interface QuestionKeys {
  /** The same for questions that one sample answers. */
  sampleKey: (question: Question) => string;
  /** The same for questions with the same answer, movies and limits aside. */
  bytesKey: (question: Question) => string;
}

export function createQuestionKeys(): QuestionKeys {
  const ids = new WeakMap<File, number>();
  let lastId = 0;

  function idOf(file: File): number {
    const known = ids.get(file);
    if (known !== undefined) return known;
    lastId += 1;
    ids.set(file, lastId);
    return lastId;
  }

  function sampleKey(question: Question): string {
    return JSON.stringify([idOf(question.file), wishOf(question)]);
  }

  return {
    sampleKey,
    bytesKey(question) {
      const { format, quality, lossless } = question.options;
      return `${sampleKey(question)} ${format} ${quality} ${lossless}`;
    },
  };
}
