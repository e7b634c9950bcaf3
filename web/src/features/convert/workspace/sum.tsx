import { useLanguage } from '../../../i18n/messages.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import { countShortfalls, lacksAnything, summarize } from '../conversion/summary.ts';
import type { ExpectedSum } from '../estimates/expected-sum.ts';
import { formatBytes, formatSeconds } from '../format-numbers.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './action-bar.module.css';

interface SumProps {
  conversion: Conversion;
  state: ConversionState;
  /** A function, because it looks at every photo: called only where the value is shown. */
  expectedSum: () => ExpectedSum;
}

/** What was converted, what failed, and the current or expected total size. */
export function Sum(props: SumProps) {
  const { state, expectedSum, conversion } = props;
  const hasOpen = state.photos.some(conversion.needsConversion);
  return (
    <>
      <Done {...props} />
      {hasOpen && <Expected {...expectedSum()} />}
    </>
  );
}

function Expected({ bytes, isMeasured }: ExpectedSum) {
  const { progress } = useWorkspaceMessages();
  const language = useLanguage();
  // The line is there even when empty, so that nothing moves once the size is known.
  const size = bytes === null ? null : formatBytes(bytes, language);
  return (
    <p className={styles.expected}>
      {size === null ? '\u00A0' : isMeasured ? progress.measured(size) : progress.about(size)}
    </p>
  );
}

function Done({ conversion, state }: SumProps) {
  const { progress, actions } = useWorkspaceMessages();
  const language = useLanguage();
  const { photos, run } = state;
  const isStale = photos.some(
    (photo) => photo.result !== null && conversion.needsConversion(photo),
  );
  if (run === null || (run.converted === 0 && run.failed === 0)) return null;
  // Of the photos counted in the line above, not of all in the list.
  const { converted, convertedBytesIn, bytesOut } = summarize(
    photos.filter(({ id }) => run.settled.includes(id)),
  );
  const shortfalls = countShortfalls(
    photos
      .filter((photo) => run.ids.includes(photo.id) && !conversion.needsConversion(photo))
      .flatMap(({ result }) => result?.converted ?? []),
  );
  const isLacking = lacksAnything(shortfalls);
  const grew = bytesOut > convertedBytesIn ? 'plain' : 'good';
  const tone = run.failed > 0 ? 'bad' : isLacking ? 'warn' : grew;
  const elapsed = (run.endedAt ?? run.startedAt) - run.startedAt;
  return (
    <div className={styles.finished} data-tone={tone} data-lacking={isLacking}>
      {/* If photos are to be converted again, this is enough. */}
      {(!isStale || run.failed > 0 || isLacking) && (
        <p className={styles.done}>
          {progress.finished(
            run.converted,
            run.failed,
            shortfalls,
            formatSeconds(elapsed, language),
          )}
        </p>
      )}
      {isStale ? (
        <p className={`${styles.total} ${styles.changed}`}>{actions.settingsChanged}</p>
      ) : (
        converted > 0 && (
          <p className={styles.total}>
            {progress.total(
              formatBytes(convertedBytesIn, language),
              formatBytes(bytesOut, language),
            )}
          </p>
        )
      )}
    </div>
  );
}
