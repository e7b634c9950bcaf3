import { Check, Columns2, Crop, Download, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { CopyDiagnostics } from '../../../site/parts/copy-diagnostics.tsx';
import { Button } from '../../../ui/button.tsx';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import { reductionOf } from '../options/estimate.ts';
import { explainFailure } from './failure-words.ts';
import styles from './photo-card.module.css';
import { formatBytes, formatPercent } from '../format-numbers.ts';
import { outputName } from '../results/output-names.ts';
import type { QueueItem } from '../conversion/queue.ts';
import { download } from '../results/save.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';

interface PhotoCardProps {
  item: QueueItem;
  number: number;
  canCrop: boolean;
  onRemove: (id: string, name: string) => void;
  onRetry: (id: string) => void;
  onOpen: (dialog: 'crop' | 'compare', id: string) => void;
}

/** One frame of the contact sheet: the picture, what is known of it, and what can be done with it. */
export const PhotoCard = memo(function PhotoCard(props: PhotoCardProps) {
  const { item, number, canCrop, onRemove, onRetry, onOpen } = props;
  const { list } = useWorkspaceMessages();
  const { id, file } = item;
  return (
    <li className={styles.frame} data-state={item.status}>
      <div className={`edge ${styles.edge}`}>
        <span>{String(number).padStart(2, '0')}</span>
        <span>{extensionOf(file.name)}</span>
        <button
          id={`remove-${id}`}
          type="button"
          className={styles.remove}
          aria-label={item.status === 'converting' ? list.stop(file.name) : list.remove(file.name)}
          onClick={() => onRemove(id, file.name)}
        >
          <X aria-hidden />
        </button>
      </div>
      <PhotoThumbnail item={item} />
      <div className={styles.caption}>
        <p className={styles.name} title={file.name}>
          {file.name}
        </p>
        <Facts item={item} />
        <State item={item} />
        <Remarks item={item} />
        <div className={styles.buttons}>
          {item.status === 'success' && (
            <>
              <Button
                size="s"
                className={styles.button}
                aria-label={list.downloadFile(outputName(file.name, item.result.format))}
                onClick={() =>
                  download({
                    name: outputName(file.name, item.result.format),
                    blob: item.result.blob,
                  })
                }
              >
                <Download aria-hidden />
                {list.download}
              </Button>
              <Button
                size="s"
                className={styles.button}
                aria-label={list.compareFile(file.name)}
                onClick={() => onOpen('compare', id)}
              >
                <Columns2 aria-hidden />
                {list.compare}
              </Button>
            </>
          )}
          {item.status === 'error' && (
            <Button
              size="s"
              className={styles.button}
              aria-label={list.retryFile(file.name)}
              onClick={() => onRetry(id)}
            >
              <RotateCcw aria-hidden />
              {list.retry}
            </Button>
          )}
          {canCrop && item.status !== 'converting' && item.status !== 'error' && (
            <Button
              size="s"
              className={styles.button}
              aria-label={list.cropFile(file.name)}
              onClick={() => onOpen('crop', id)}
            >
              <Crop aria-hidden />
              {list.crop}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
});

function Facts({ item }: { item: QueueItem }) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const before = formatBytes(item.file.size, language);
  const shown = item.status === 'success' ? item.result : item.dimensions;
  return (
    <p className={styles.facts}>
      {shown && (
        <span>
          {shown.width} × {shown.height}
        </span>
      )}
      {item.crop !== null && <span>{list.cropped}</span>}
      {item.status === 'success' ? (
        <span>
          <span aria-hidden>
            {before} → {formatBytes(item.result.blob.size, language)}
          </span>
          <span className="visually-hidden">
            {list.becomes(before, formatBytes(item.result.blob.size, language))}
          </span>
        </span>
      ) : (
        <span>{before}</span>
      )}
    </p>
  );
}

function State({ item }: { item: QueueItem }) {
  const words = useWorkspaceMessages();
  const language = useLanguage();
  switch (item.status) {
    case 'pending':
      return <p className={styles.state}>{words.list.states.pending}</p>;
    case 'converting':
      return (
        <p className={styles.state}>
          {words.list.states.converting} {formatPercent(item.progress, language)}
        </p>
      );
    case 'success': {
      const reduction = reductionOf(item.file.size, item.result.blob.size);
      const percent = formatPercent(Math.abs(reduction), language);
      const change =
        reduction === 0
          ? words.list.same
          : words.list[reduction > 0 ? 'smaller' : 'bigger'](percent);
      return (
        <p className={`${styles.state} ${styles.good}`}>
          <Check aria-hidden />
          {words.list.states.success}, {change}
        </p>
      );
    }
    case 'error':
      return (
        <p className={`${styles.state} ${styles.bad}`}>
          <TriangleAlert aria-hidden />
          {explainFailure(words, item.failure, item.file.name).title}
        </p>
      );
  }
}

/** What else there is to know about a result, or what can be done about a failure. */
function Remarks({ item }: { item: QueueItem }) {
  const words = useWorkspaceMessages();
  if (item.status === 'success' && item.result.notes.length > 0) {
    return (
      <ul className={styles.notes}>
        {item.result.notes.map((note) => (
          <li key={note}>{words.notes[note]}</li>
        ))}
      </ul>
    );
  }
  if (item.status !== 'error') return null;
  const { hint, detail } = explainFailure(words, item.failure, item.file.name);
  return (
    <>
      <p className={styles.hint}>{hint}</p>
      {detail !== '' && (
        <details className={styles.detail}>
          <summary>{words.failures.detail}</summary>
          <p>{detail}</p>
          <CopyDiagnostics size="s" />
        </details>
      )}
    </>
  );
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1, dot + 6);
}
