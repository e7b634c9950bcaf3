import { useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { formatBytes } from '../format-numbers.ts';
import { QualityChoice } from '../options/quality-choice.tsx';
import { isLossy, type ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './viewed-quality.module.css';

interface ViewedQualityProps {
  tool: ToolKind;
  photo: Photo;
  conversion: Conversion;
  isPro: boolean;
  /** Bytes that the photo would take with the current options; null until measured. */
  expectedBytes: number | null;
  /** The state of a result that is not made yet. */
  liveText: string | null;
}

/** Current and expected size of a photo, and its quality. */
export function ViewedQuality(props: ViewedQualityProps) {
  const { tool, photo, conversion, isPro, expectedBytes, liveText } = props;
  const { comparison, list, quality } = useWorkspaceMessages();
  const language = useLanguage();
  const hasQuality = useFlag('advanced-quality-controls');
  // While being changed, the photo's own quality may equal the panel's. It stays the photo's own.
  const [wasOwn, setWasOwn] = useState(photo.own !== null);
  const isOwn = wasOwn || photo.own !== null;
  if (isOwn !== wasOwn) setWasOwn(isOwn);
  const options = conversion.optionsFor(photo);
  const isStale = photo.result !== null && conversion.needsConversion(photo);
  const bytesOut = isStale ? expectedBytes : (photo.result?.converted.blob.size ?? expectedBytes);
  return (
    <>
      <dl className={styles.sizes}>
        <div>
          <dt>{comparison.before}</dt>
          <dd>{formatBytes(photo.file.size, language)}</dd>
        </div>
        {photo.result !== null && (
          <div>
            <dt>{comparison.after}</dt>
            <dd>
              {formatBytes(photo.result.converted.blob.size, language)}
              {isStale && ` (${list.states.stale})`}
            </dd>
          </div>
        )}
        {expectedBytes !== null && (
          <div>
            <dt>{comparison.expected}</dt>
            <dd>{comparison.about(formatBytes(expectedBytes, language))}</dd>
          </div>
        )}
      </dl>
      {(photo.result === null || isStale) && isLossy(options) && (
        // Keeps its place, so that nothing moves when the part is ready.
        <p className={styles.part} aria-live="polite">
          {liveText}
        </p>
      )}
      {hasQuality && isLossy(options) && (
        <fieldset className={styles.quality} disabled={conversion.read().phase !== 'idle'}>
          <legend className="visually-hidden">{quality.title}</legend>
          <QualityChoice
            tool={tool}
            quality={options.quality}
            onChange={setQuality}
            isPro={isPro}
            expected={() => ({ bytesIn: photo.file.size, bytesOut })}
          />
          <p className={styles.holds}>{isOwn ? list.own : comparison.forAll}</p>
        </fieldset>
      )}
    </>
  );

  function setQuality(asked: number) {
    if (isOwn) conversion.changeOwnOptions(photo.id, { quality: asked });
    else conversion.setOptions({ ...conversion.read().options, quality: asked });
  }
}
