import type { ResizeOptions } from '@stillpix/engine';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { Photo } from '../conversion/photos.ts';
import { isSideways, unturnCrop, upright } from '../geometry/turn.ts';
import { isLossy, qualityPresets } from '../tools.ts';
import { createEstimates, type Question } from './estimates.ts';
import { type ExpectedSum, sumExpected } from './expected-sum.ts';
import { dropSample, encodeSample, takeSample } from './samples.ts';

/** Current and expected sizes of some photos. */
export interface Expected {
  bytesIn: number;
  /** Measured or actual; null while some of it is neither. */
  bytesOut: number | null;
}

function layDown({ width, height, ...rest }: ResizeOptions): ResizeOptions {
  return {
    ...rest,
    ...(height === undefined ? {} : { width: height }),
    ...(width === undefined ? {} : { height: width }),
  };
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

  function questionOf(photo: Photo, quality?: number): Question | null {
    if (photo.dimensions === null || photo.header === null) return null;
    const { file, dimensions, header } = photo;
    // Patches are taken of the stored picture, so the requested crop and size are turned to match
    // it.
    const lying = {
      ...photo,
      turn: { ...upright, asStored: photo.turn.asStored },
      crop: photo.crop && unturnCrop(photo.crop, photo.turn),
    };
    const options = conversion.engineOptionsFor(lying, quality === undefined ? {} : { quality });
    const resize = options.resize && isSideways(photo.turn) ? layDown(options.resize) : undefined;
    return {
      file,
      dimensions,
      header,
      options: resize === undefined ? options : { ...options, resize },
    };
  }

  /** At a lower quality, for a result that is larger than the original. */
  function smallerQuestionOf(photo: Photo): Question | null {
    const options = conversion.optionsFor(photo);
    const isBigger = (photo.result?.converted.blob.size ?? 0) > photo.file.size;
    const canBeSmaller = isLossy(options) && options.quality > qualityPresets.balanced;
    return isBigger && canBeSmaller ? questionOf(photo, qualityPresets.balanced) : null;
  }

  useEffect(() => {
    // While photos convert, they have the processor, so nothing is measured.
    const open = phase === 'idle' ? photos : [];
    const first = open.filter(({ id }) => id === lookedAt);
    const others = open.filter(({ id }) => id !== lookedAt);
    estimates.want(
      [...first, ...others].flatMap((photo) => {
        const question = conversion.needsConversion(photo)
          ? questionOf(photo)
          : smallerQuestionOf(photo);
        return question === null ? [] : [question];
      }),
    );
  });

  function find(question: Question | null): number | null {
    return question === null ? null : estimates.find(question);
  }

  function expectedOf(some: readonly Photo[]): Expected {
    const expected: Expected = { bytesIn: 0, bytesOut: 0 };
    for (const photo of some) {
      const isOpen = conversion.needsConversion(photo);
      // A photo that could not be converted is in neither sum.
      if (!isOpen && photo.result === null) continue;
      const size = isOpen ? find(questionOf(photo)) : (photo.result?.converted.blob.size ?? null);
      expected.bytesIn += photo.file.size;
      expected.bytesOut =
        size === null || expected.bytesOut === null ? null : expected.bytesOut + size;
    }
    return expected;
  }

  return {
    expectedOf,
    /** For one photo as it would be converted now. */
    bytesOf: (photo: Photo) => find(questionOf(photo)),
    smallerBytes: (photo: Photo) => find(smallerQuestionOf(photo)),
    /** For all photos that the main button would convert. */
    sum: (): ExpectedSum =>
      sumExpected(
        photos.filter(conversion.needsConversion).map((photo) => {
          const options = conversion.optionsFor(photo);
          return {
            bytesIn: photo.file.size,
            measured: find(questionOf(photo)),
            quality: options.quality,
            isLossy: isLossy(options),
          };
        }),
      ),
  };
}
