import type { Rectangle } from '@stillpix/engine';
import { useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import type { CropFraction, Size } from '../geometry/crop.ts';
import { turnSize } from '../geometry/turn.ts';
import { expectedResult } from '../estimates/expected-size.ts';
import { formatBytes } from '../format-numbers.ts';
import { isLossy } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import type { LiveResult } from './live-result.ts';
import type { Preview } from './previews.ts';
import { useLiveResult } from './use-live-result.ts';

/** The picture next to an original. */
export interface After {
  /** A blob, or the URL of one that is ready to be shown. */
  source: Blob | string;
  /** In pixels of the result. */
  part: Rectangle;
  alt: string;
  /** HDR, which some screens can show. */
  isHdr: boolean;
}

interface Comparison {
  /** Size of the result in pixels, and the part of the original that it shows. */
  size: Size;
  kept: CropFraction;
  /** Null: there is nothing to compare. */
  after: After | null;
  /** The state of a result that is not made yet, in words; null if there is nothing to say. */
  liveText: string | null;
  setPart: (part: Rectangle | null) => void;
}

const whole = { x: 0, y: 0, width: 1, height: 1 };

/** The photo's result, or a preview of it with the current options. */
export function useComparison(
  photo: Photo,
  before: Preview | null,
  conversion: Conversion,
): Comparison {
  const { comparison, list } = useWorkspaceMessages();
  const language = useLanguage();
  const [part, setPart] = useState<Rectangle | null>(null);
  const { header, dimensions, file } = photo;
  const result = photo.result !== null && !conversion.needsConversion(photo) ? photo.result : null;
  const options = conversion.engineOptionsFor(photo);
  // A lossless result would look like the original.
  const isLive = result === null && photo.work === null && isLossy(conversion.optionsFor(photo));
  const live = useLiveResult(
    isLive && before !== null && header !== null && part !== null
      ? { file, preview: before, header, options, part }
      : null,
  );
  if (result !== null) {
    const { blob, width, height, hasGainMap: isHdr } = result.converted;
    const sizes = [file.size, blob.size] as const;
    const [was, is] = sizes.map((bytes) => formatBytes(bytes, language));
    const alt = `${comparison.after}: ${list.becomes(was ?? '', is ?? '')}`;
    const after = { source: blob, part: { x: 0, y: 0, width, height }, alt, isHdr };
    return { size: { width, height }, kept: result.kept, after, liveText: null, setPart };
  }
  const expected =
    dimensions === null
      ? { size: before ?? { width: 1, height: 1 }, region: whole }
      : expectedResult(options, turnSize(dimensions, photo.turn));
  const liveText = live && describe(live);
  const after = live && {
    source: live.url,
    part: live.part,
    alt: `${comparison.after}: ${liveText}`,
    isHdr: false,
  };
  return { size: expected.size, kept: expected.region, after, liveText, setPart };

  function describe({ quality, bytes }: LiveResult): string {
    return bytes === null
      ? comparison.smallerAt(quality)
      : comparison.partAt(quality, formatBytes(bytes, language));
  }
}
