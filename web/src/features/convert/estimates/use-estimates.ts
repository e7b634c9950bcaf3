import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { Photo } from '../conversion/photos.ts';
import { isLossy } from '../tools.ts';
import { createEstimates } from './estimates.ts';
import { type ExpectedSum, sumExpected } from './expected-sum.ts';
import { questionOf, questionsOf, smallerQuestionOf } from './photo-questions.ts';
import type { Question } from './questions.ts';
import { dropSample, encodeSample, takeSample } from './samples.ts';

/** Current and expected sizes of some photos. */
export interface Expected {
  bytesIn: number;
  /** Measured or actual; null while some of it is neither. */
  bytesOut: number | null;
}

/**
 * Sizes before anything is converted: by a rule of thumb at first, then measured from the photos.
 */
export function useEstimates(
  conversion: Conversion,
  { photos, phase }: ConversionState,
  /** The photo being viewed, whose size is measured first. */
  lookedAt: string | null,
  /** Called at the start of measuring, with a promise for its end. */
  onMeasuring: (ended: Promise<void>) => void,
) {
  const [estimates] = useState(() =>
    createEstimates({ takeSample, dropSample, encodeSample, onMeasuring }),
  );
  useSyncExternalStore(estimates.subscribe, estimates.version);

  useEffect(() => {
    // While photos convert, they have the processor, so nothing is measured.
    const open = phase === 'idle' ? photos : [];
    const first = open.filter(({ id }) => id === lookedAt);
    const others = open.filter(({ id }) => id !== lookedAt);
    estimates.want(questionsOf([...first, ...others], conversion));
  });

  function find(question: Question | null): number | null {
    return question === null ? null : estimates.find(question);
  }

  /** For one photo as it would be converted now. */
  function bytesOf(photo: Photo): number | null {
    return find(questionOf(photo, conversion));
  }

  function expectedOf(some: readonly Photo[]): Expected {
    const expected: Expected = { bytesIn: 0, bytesOut: 0 };
    for (const photo of some) {
      const isOpen = conversion.needsConversion(photo);
      // A photo that could not be converted is in neither sum.
      if (!isOpen && photo.result === null) continue;
      const size = isOpen ? bytesOf(photo) : (photo.result?.converted.blob.size ?? null);
      expected.bytesIn += photo.file.size;
      expected.bytesOut =
        size === null || expected.bytesOut === null ? null : expected.bytesOut + size;
    }
    return expected;
  }

  return {
    expectedOf,
    bytesOf,
    smallerBytes: (photo: Photo) => find(smallerQuestionOf(photo, conversion)),
    /** For all photos that the main button would convert. */
    sum: (): ExpectedSum =>
      sumExpected(
        photos.filter(conversion.needsConversion).map((photo) => {
          const options = conversion.optionsFor(photo);
          return {
            bytesIn: photo.file.size,
            measured: bytesOf(photo),
            quality: options.quality,
            isLossy: isLossy(options),
          };
        }),
      ),
  };
}
