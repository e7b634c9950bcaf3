import type { ConvertResult } from '@stillpix/engine';
import { Check, Columns2, Crop, Download, Film, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { CopyDiagnostics } from '../../../site/parts/copy-diagnostics.tsx';
import { Button } from '../../../ui/button.tsx';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import { reductionOf } from '../options/estimate.ts';
import { explainFailure } from './failure-words.ts';
import styles from './photo-card.module.css';
import { formatBytes, formatPercent } from '../format-numbers.ts';
import { outputName, videoName } from '../results/output-names.ts';
import { type Photo, statusOf } from '../conversion/photos.ts';
import { download } from '../results/save.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';

interface PhotoCardProps {
  photo: Photo;
  number: number;
  canCrop: boolean;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onOpen: (dialog: 'crop' | 'compare', id: string) => void;
}

/** One frame of the contact sheet: the picture, what is known of it, and what can be done with it. */
export const PhotoCard = memo(function PhotoCard(props: PhotoCardProps) {
  const { photo, number, canCrop, onRemove, onRetry, onOpen } = props;
  const { list } = useWorkspaceMessages();
  const { id, file, result } = photo;
  const status = statusOf(photo);
  return (
    <li className={styles.frame} data-state={status}>
      <div className={`edge ${styles.edge}`}>
        <span>{String(number).padStart(2, '0')}</span>
        <span>{extensionOf(file.name)}</span>
        <button
          id={`remove-${id}`}
          type="button"
          className={styles.remove}
          aria-label={status === 'converting' ? list.stop(file.name) : list.remove(file.name)}
          onClick={() => onRemove(id)}
        >
          <X aria-hidden />
        </button>
      </div>
      <PhotoThumbnail photo={photo} />
      <div className={styles.caption}>
        <p className={styles.name} title={file.name}>
          {file.name}
        </p>
        <Facts photo={photo} />
        <State photo={photo} />
        <Remarks photo={photo} />
        <div className={styles.buttons}>
          {result !== null && (
            <>
              <Button
                size="s"
                className={styles.button}
                aria-label={list.downloadFile(named(file.name, result.converted))}
                onClick={() =>
                  download({
                    name: named(file.name, result.converted),
                    blob: result.converted.blob,
                  })
                }
              >
                <Download aria-hidden />
                {list.download}
              </Button>
              {result.converted.video && (
                <VideoButton name={file.name} video={result.converted.video} />
              )}
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
          {status === 'error' && (
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
          {canCrop && status !== 'converting' && status !== 'error' && (
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

function named(name: string, { format, isMotionPhoto }: ConvertResult): string {
  return outputName(name, format, isMotionPhoto);
}

/** What was inside a motion photo beside the picture. */
function VideoButton({ name, video }: { name: string; video: Blob }) {
  const { list } = useWorkspaceMessages();
  const file = videoName(name, video.type);
  return (
    <Button
      size="s"
      className={styles.button}
      aria-label={list.downloadFile(file)}
      onClick={() => download({ name: file, blob: video })}
    >
      <Film aria-hidden />
      {list.video}
    </Button>
  );
}

function Facts({ photo }: { photo: Photo }) {
  const { list } = useWorkspaceMessages();
  const language = useLanguage();
  const before = formatBytes(photo.file.size, language);
  const converted = photo.result?.converted ?? null;
  const shown = converted ?? photo.dimensions;
  return (
    <p className={styles.facts}>
      {shown && (
        <span>
          {shown.width} × {shown.height}
        </span>
      )}
      {photo.crop !== null && <span>{list.cropped}</span>}
      {converted?.hasGainMap === true && <span title={list.hdrMeaning}>{list.hdr}</span>}
      {converted !== null ? (
        <span>
          <span aria-hidden>
            {before} → {formatBytes(converted.blob.size, language)}
          </span>
          <span className="visually-hidden">
            {list.becomes(before, formatBytes(converted.blob.size, language))}
          </span>
        </span>
      ) : (
        <span>{before}</span>
      )}
    </p>
  );
}

function State({ photo }: { photo: Photo }) {
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
      <p className={`${styles.state} ${styles.bad}`}>
        <TriangleAlert aria-hidden />
        {explainFailure(words, failure, file.name).title}
      </p>
    );
  }
  if (result === null) return <p className={styles.state}>{words.list.states.pending}</p>;
  const reduction = reductionOf(file.size, result.converted.blob.size);
  const percent = formatPercent(Math.abs(reduction), language);
  const change =
    reduction === 0 ? words.list.same : words.list[reduction > 0 ? 'smaller' : 'bigger'](percent);
  return (
    <p className={`${styles.state} ${styles.good}`}>
      <Check aria-hidden />
      {words.list.states.success}, {change}
    </p>
  );
}

/** What else there is to know about a result, or what can be done about a failure. */
function Remarks({ photo }: { photo: Photo }) {
  const words = useWorkspaceMessages();
  const { file, work, failure, result } = photo;
  if (work !== null) return null;
  if (failure === null) {
    const notes = result?.converted.notes ?? [];
    if (notes.length === 0) return null;
    return (
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{words.notes[note]}</li>
        ))}
      </ul>
    );
  }
  const { hint, detail } = explainFailure(words, failure, file.name);
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
