import { Button } from '../../../ui/button.tsx';
import { pathOf } from '../../../site/pages/pages.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import type { Conversion } from '../conversion/conversion.ts';
import { maxPhotosInList } from '../conversion/photos.ts';
import type { ConversionState } from '../conversion/store.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './waiting-list.module.css';

interface WaitingListProps {
  conversion: Conversion;
  onDrop: () => void;
  state: ConversionState;
  isPro: boolean;
  maxFiles: number;
}

/** Photos beyond the limit. They move into the list when there is room. */
export function WaitingList(props: WaitingListProps) {
  const { conversion, state, isPro, maxFiles, onDrop } = props;
  const { waiting: words, freeLimit } = useWorkspaceMessages();
  const language = useLanguage();
  const { waiting, photos } = state;
  if (waiting.length === 0) return null;
  const saved = photos.filter(({ work, result }) => work === null && result?.saved).length;
  return (
    <section className={styles.waiting} aria-label={words.title(waiting.length)}>
      <div className={styles.head}>
        <p className={styles.title}>{words.title(waiting.length)}</p>
        <p className={styles.text}>
          {photos.length >= maxPhotosInList ? words.full(maxPhotosInList) : words.explain(maxFiles)}
        </p>
        <div className={styles.buttons}>
          {saved > 0 && (
            <Button size="s" onClick={conversion.clearSaved}>
              {words.clearSaved(saved)}
            </Button>
          )}
          {!isPro && (
            <Button size="s" asChild>
              <a href={pathOf('pricing', language)} data-dialog="upgrade" aria-haspopup="dialog">
                {freeLimit.upgrade}
              </a>
            </Button>
          )}
          <Button size="s" kind="quiet" onClick={onDrop}>
            {words.drop}
          </Button>
        </div>
      </div>
      <ol className={styles.names}>
        {waiting.map(({ id, file }) => (
          <li key={id}>{file.name}</li>
        ))}
      </ol>
    </section>
  );
}
