import { ArrowDownToLine, Check, CircleAlert, Minus, TriangleAlert } from 'lucide-react';
import { useLanguage } from '../../../i18n/messages.ts';
import { bytesBefore, type Photo, type PhotoResult } from '../conversion/photos.ts';
import { shortfallOf } from '../conversion/summary.ts';
import { formatBytes, formatPercent } from '../format-numbers.ts';
import { reductionOf } from '../estimates/rule-of-thumb.ts';
import { qualityPresets } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { explainFailure } from './failure-words.ts';
import styles from './photo-state.module.css';

interface PhotoStateProps {
  photo: Photo;
  isStale: boolean;
  /** Bytes at a lower quality, if the result is larger than the original. */
  smallerBytes: number | null;
  onSmaller: () => void;
}

/** The state of a photo in words, including what was asked for and not reached. */
export function PhotoState(props: PhotoStateProps) {
  const { photo, isStale } = props;
  const words = useWorkspaceMessages();
  const language = useLanguage();
  const { file, work, failure, result } = photo;
  if (work !== null) {
    return (
      <p className={styles.state}>
        {words.list.states.converting} {formatPercent(work.progress, language)}
      </p>
    );
  }
  if (failure !== null) {
    return (
      <p className={styles.state} data-tone="bad">
        <TriangleAlert aria-hidden />
        {explainFailure(words, failure, file.name).title}
      </p>
    );
  }
  if (result === null) return <p className={styles.state}>{words.list.states.pending}</p>;
  if (isStale) {
    return (
      <p className={styles.state}>
        <Minus aria-hidden />
        {words.list.states.stale}
      </p>
    );
  }
  return <ResultState {...props} result={result} />;
}

interface ResultStateProps extends PhotoStateProps {
  result: PhotoResult;
}

function ResultState({ photo, result, smallerBytes, onSmaller }: ResultStateProps) {
  const words = useWorkspaceMessages();
  const language = useLanguage();
  const { blob, notes, isMotionPhoto, input } = result.converted;
  const reduction = reductionOf(bytesBefore(photo), blob.size);
  const percent = formatPercent(Math.abs(reduction), language);
  // A video takes the same bytes at every quality of the picture.
  const canBeSmaller = smallerBytes !== null && smallerBytes < blob.size && !isMotionPhoto;
  const shortfall = shortfallOf(notes);
  const tone = shortfall ? 'warn' : reduction < 0 ? 'plain' : 'good';
  const change =
    reduction === 0 ? words.list.same : words.list[reduction > 0 ? 'smaller' : 'bigger'](percent);
  // The size of an SVG's text says nothing about its pixels.
  const isCompared = input !== 'svg';
  const Icon = shortfall ? CircleAlert : Check;
  return (
    <>
      <p className={styles.state} data-tone={tone}>
        <Icon aria-hidden />
        {shortfall === 'missed' && words.list.states.missed(formatBytes(blob.size, language))}
        {shortfall === 'incomplete' && words.list.states.incomplete}
        {shortfall === null &&
          (isCompared ? `${words.list.states.success}, ${change}` : words.list.states.success)}
      </p>
      {isCompared && reduction < 0 && canBeSmaller && (
        <Smaller
          label={words.list.smallerAt(qualityPresets.balanced, formatBytes(smallerBytes, language))}
          onSmaller={onSmaller}
        />
      )}
    </>
  );
}

/** In a list there is only room for the icon. */
function Smaller({ label, onSmaller }: { label: string; onSmaller: () => void }) {
  return (
    <button type="button" className={styles.smaller} title={label} onClick={onSmaller}>
      <ArrowDownToLine aria-hidden />
      <span>{label}</span>
    </button>
  );
}
